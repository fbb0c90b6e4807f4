import { runNamed } from '../bench/frame/command.ts'
import { transcripts } from './transcripts.ts'

process.exitCode = await runNamed('eval', [transcripts], process.argv.slice(2))
