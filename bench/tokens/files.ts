import { type Encoding, encodings } from '../../src/tokenizers/exact.ts'
import { inChild } from '../frame/child.ts'
import { atMost, type Measured, type Row } from '../frame/report.ts'
import type { Compared, Taken, Task } from './compare.ts'

/** Compares both tokenizers on every text file under a folder, each encoding in a process of its own. */
export async function comparedFiles(folder: string, say: (text: string) => void): Promise<Measured> {
  const all: { readonly encoding: Encoding; readonly compared: Compared }[] = []
  for (const encoding of encodings) {
    say(`${encoding}: every text file under ${folder}`)
    const task: Task = { folder, encoding }
    const done = await inChild<Compared>(new URL('./compare.ts', import.meta.url), { ...task })
    if (done.kind === 'timed-out') throw new Error('A comparison without a limit has timed out.')
    for (const example of done.result.examples) say(`counted differently: ${example}`)
    all.push({ encoding, compared: done.result })
  }
  return {
    rows: all.flatMap(({ encoding, compared }) => rowsOf(encoding, compared)),
    checks: all.map(({ encoding, compared }) =>
      atMost(
        `${encoding}: files without U+FEFF and U+0085 that gpt-tokenizer counts otherwise`,
        compared.differences - compared.withSpace,
        0,
      ),
    ),
  }
}

/** One row for each tokenizer over the files that both count, and one for the files with a long run. */
function rowsOf(encoding: Encoding, { heddle, peer, longRuns, ...compared }: Compared): Row[] {
  const { files, bytes, tokens, withMark, differences, withSpace } = compared
  const row = (tokenizer: string, { loadMs, countMs }: Taken): Row => ({
    encoding,
    tokenizer,
    files,
    withMark,
    megabytes: bytes / 1e6,
    tokens,
    differences,
    withSpace,
    loadMs,
    countMs,
    megabytesPerSecond: bytes / countMs / 1000,
  })
  return [
    row('Heddle', heddle),
    row('gpt-tokenizer', peer),
    {
      encoding,
      tokenizer: 'Heddle, files with long runs',
      files: longRuns.files,
      megabytes: longRuns.bytes / 1e6,
      countMs: longRuns.countMs,
      megabytesPerSecond: longRuns.countMs === 0 ? null : longRuns.bytes / longRuns.countMs / 1000,
    },
  ]
}
