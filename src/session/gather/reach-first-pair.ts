import { firstPairRoom } from '../../core/policies/fit/first-pair.ts'
import { type Reading, type ReadNode, read, sendable, sizeOf } from './reading.ts'

/** Nodes read in the first attempt; mostly the first pair is among them. */
const guess = 32

/**
 * The beginning of a path for `keepFirstPair`: up to the end of the first pair, or until what stands around the pair fills
 * the pair's room, to the end of the last atom.
 */
export async function readFirstPair(
  reading: Reading,
  endsInAtom: (reading: Reading, nodes: readonly ReadNode[]) => Promise<boolean>,
): Promise<ReadNode[]> {
  const { position } = reading.head
  for (let count = guess; ; count *= 2) {
    const nodes = await read(reading, 0, Math.min(position, count - 1))
    if (count > position || (isEnough(nodes, reading) && !(await endsInAtom(reading, nodes)))) return nodes
  }
}

function isEnough(nodes: readonly ReadNode[], reading: Reading): boolean {
  const sent = sendable(nodes, reading)
  const task = sent.findIndex(({ author }) => author === 'human')
  const answer = sent.findIndex(({ author }, at) => at > task && author === 'model')
  if (task !== -1 && answer !== -1) return true
  const around = sent.filter((_, at) => at !== task)
  return sizeOf(around, reading.request) > firstPairRoom(reading.request.limit)
}
