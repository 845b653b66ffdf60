#!/usr/bin/env node
import { keep, load } from './load.mjs'

load('cli.cjs')
// Under another Node version than the build's, caches what has been compiled once a mock has started.
setTimeout(keep, 3000).unref()
