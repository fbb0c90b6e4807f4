#!/usr/bin/env node
// Plain JavaScript on purpose: this file has to parse and to speak where Heddle itself cannot run.
const found = process.versions.node
const needed = 24

if (Number(found.split('.')[0]) < needed) {
  console.error(`heddle needs Node ${needed} or newer, and this is Node ${found}: get it from https://nodejs.org`)
  process.exitCode = 1
} else {
  const emitWarning = process.emitWarning
  process.emitWarning = (warning, ...rest) => {
    if (rest[0] !== 'ExperimentalWarning' || !/SQLite/.test(String(warning))) emitWarning(warning, ...rest)
  }
  import('node:module').then((module) => {
    module.enableCompileCache()
    return import('../dist/cli/main.js')
  })
}
