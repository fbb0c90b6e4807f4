import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inChild } from './frame/child.ts'
import { type Measurement, numbersIn } from './frame/command.ts'
import { atLeast, type Check, type Row } from './frame/report.ts'
import { type GeneratedFile, generatedFiles } from './import/files.ts'

/** What importing one file came to. */
interface Imported {
  readonly format: string
  readonly nodes: number
  readonly problems: number
  readonly milliseconds: number
  readonly megabytes: number
}

const defaultMessages = 20_000

/** Importing generated files into a new store, exact counts included. */
export const importing: Measurement = {
  name: 'import',
  about: 'nodes a second from generated files of each format into a new store, with exact counts',
  usage: `[--messages ${defaultMessages}]`,
  options: { messages: { type: 'string' } },
  most: 0,
  async run({ options, say }) {
    const [messages = defaultMessages] = numbersIn('messages', options.messages, [defaultMessages])
    const folder = await mkdtemp(join(tmpdir(), 'heddle-bench-'))
    try {
      const rows: Row[] = []
      const checks: Check[] = []
      for (const file of generatedFiles) {
        say(file.name)
        const { row, nodesPerSecond } = await importOne(file, messages, folder)
        rows.push(row)
        if (file === generatedFiles.at(-1))
          checks.push(atLeast('nodes of 500 characters a second', nodesPerSecond, 4000))
      }
      return { rows, checks }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function importOne(
  file: GeneratedFile,
  messages: number,
  folder: string,
): Promise<{ readonly row: Row; readonly nodesPerSecond: number }> {
  const path = join(folder, 'conversation.jsonl')
  const workspace = join(folder, file.name.replaceAll(' ', '-'))
  await pipeline(Readable.from(withEnds(file.lines(messages))), createWriteStream(path))
  const done = await inChild<Imported>(new URL('./import/child.ts', import.meta.url), { path, folder: workspace })
  if (done.kind === 'timed-out') throw new Error('An import without a limit has timed out.')
  const { format, nodes, problems, milliseconds, megabytes } = done.result
  if (format !== file.format) throw new Error(`A ${file.format} file was taken for ${format}.`)
  const nodesPerSecond = (nodes / milliseconds) * 1000
  const { peakMegabytes } = done
  return {
    row: { file: file.name, format, nodes, megabytes, milliseconds, nodesPerSecond, problems, peakMegabytes },
    nodesPerSecond,
  }
}

function* withEnds(lines: Iterable<string>): Iterable<string> {
  for (const line of lines) yield `${line}\n`
}
