import { exitCodes } from './exit-code.ts'
import { nodeIo } from './node-io.ts'
import { run } from './run.ts'

const exitCode = await run(process.argv.slice(2), nodeIo())
// What was interrupted may still be waiting for something.
if (exitCode === exitCodes.interrupted) process.exit(exitCode)
process.exitCode = exitCode
