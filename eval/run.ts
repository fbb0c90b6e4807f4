import { runNamed } from '../bench/frame/command.ts'
import { calibration } from './calibration.ts'
import { files } from './files.ts'
import { notes } from './notes.ts'
import { repeats } from './repeats.ts'
import { replay } from './replay.ts'
import { transcripts } from './transcripts.ts'

process.exitCode = await runNamed(
  'eval',
  [transcripts, replay, repeats, notes, files, calibration],
  process.argv.slice(2),
)
