import { expect, it } from 'vitest'
import { type CloneProgress, progressOf } from './progress.ts'

const output =
  'remote: Enumerating objects: 5, done.\nremote: Counting objects:  50% (1/2)\rremote: Counting objects: 100% (2/2), done.\n' +
  'Receiving objects: 100% (5/5), 1.2 MiB | 1 MiB/s, done.\nremote: \x1b[31mReceiving objects: 1% (1/2)\nfatal: no\nResolving deltas:  50% (1/2)'

it('tells of whole lines that say how far git is, however the output is cut', () => {
  for (const size of [1, 7, output.length]) {
    const told: CloneProgress[] = []
    const take = progressOf((progress) => told.push(progress))
    for (let at = 0; at < output.length; at += size) take(output.slice(at, at + size))
    expect(told).toEqual([
      { stage: 'Counting objects', done: 1, total: 2 },
      { stage: 'Counting objects', done: 2, total: 2 },
      { stage: 'Receiving objects', done: 5, total: 5 },
    ])
  }
})
