import type { Entry } from '../../src/formats/format.ts'
import { random, seedOf } from '../conversation/random.ts'
import { prose } from '../conversation/text.ts'
import type { Watch } from '../entries.ts'

const startedAt = Date.UTC(2025, 0, 6, 9)

/**
 * How a generated tree is made up: a long trunk, branches that leave it anywhere, and many children of one node behind
 * the trunk's middle. `siblings` counts that node, too.
 */
export interface Shape {
  readonly trunk: number
  readonly forks: number
  readonly forkLength: number
  readonly siblings: number
}

/** The shape of a tree of so many nodes: a branch for every hundred nodes, one node in twenty a child of the same node. */
export function shapeOf(nodes: number): Shape {
  const forks = Math.max(1, Math.floor(nodes / 100) - 1)
  const siblings = Math.floor(nodes / 20)
  const forkLength = Math.max(1, Math.floor(nodes / 2 / forks))
  return { trunk: nodes - siblings - forks * forkLength, forks, forkLength, siblings }
}

/** The text of a node, about 500 characters, each another. */
export function textOf(seed: number, number: number): string {
  return `${number} ${prose(random(seedOf(seed, number)), 130)}`.slice(0, 500)
}

/** What making texts has cost, and how many bytes of text there are. */
export interface TextWatch extends Watch {
  bytes: number
}

/**
 * The tree as a format would read it, without the siblings: the trunk, then each branch. The time for making the texts is
 * added to the watch.
 */
export async function* treeEntries({ trunk, forks, forkLength }: Shape, watch: TextWatch): AsyncGenerator<Entry> {
  yield { kind: 'conversation', key: 'tree', title: 'A generated tree', createdAt: startedAt }
  const places = random(11)
  let number = 0
  const node = (key: string, parent: string | null): Entry => {
    const before = performance.now()
    const text = textOf(7, number)
    watch.milliseconds += performance.now() - before
    watch.bytes += Buffer.byteLength(text)
    const author = number % 2 === 0 ? 'human' : 'model'
    return { kind: 'node', key, parent, author, parts: [{ kind: 'text', text }], createdAt: startedAt + number++ }
  }
  for (let at = 0; at < trunk; at++) yield node(`t${at}`, at === 0 ? null : `t${at - 1}`)
  for (let fork = 0; fork < forks; fork++) {
    const from = `t${places.below(trunk - 1)}`
    for (let at = 0; at < forkLength; at++) yield node(`f${fork}.${at}`, at === 0 ? from : `f${fork}.${at - 1}`)
  }
}
