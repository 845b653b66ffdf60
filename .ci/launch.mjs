#!/usr/bin/env node
import { keep, load } from './load.mjs'

load('cli.cjs')
// Another Node than that of the build keeps what it compiled once a mock has begun; after less, little is worth it.
setTimeout(keep, 3000).unref()
