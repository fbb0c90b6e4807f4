import { runNamed } from '../bench/frame/command.ts'
import { repeats } from './repeats.ts'
import { replay } from './replay.ts'
import { transcripts } from './transcripts.ts'

process.exitCode = await runNamed('eval', [transcripts, replay, repeats], process.argv.slice(2))
