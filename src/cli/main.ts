import { nodeIo } from './node-io.ts'
import { run } from './run.ts'

const io = nodeIo()
const exitCode = await run(process.argv.slice(2), io)
// What was interrupted may still be waiting for something.
if (io.signal.aborted) process.exit(exitCode)
process.exitCode = exitCode
