#!/usr/bin/env node
import module, { createRequire } from 'node:module'
import { load, usable } from './load.mjs'

// Another Node than that of the build compiles by itself, and from 22.8 on keeps what it made in the folder for
// temporary files.
if (usable('cli.cjs')) load('cli.cjs')
else {
  module.enableCompileCache?.()
  createRequire(import.meta.url)('./bundle/cli.cjs')
}
