/** Where the random bits of a ULID begin; what stands before is its time. */
const randomPart = 10

/**
 * The short ids a node may get, best first: prefixes of its id's random part in lower case, from the length that makes
 * a clash rare among so many nodes (4 at the least); last the whole id, which is free whenever the id is.
 */
export function* shortIds(id: string, nodes: number): Generator<string, void> {
  const random = id.slice(randomPart).toLowerCase()
  for (let length = shortIdLength(nodes); length <= random.length; length++) yield random.slice(0, length)
  yield id.toLowerCase()
}

/** The length at which one of so many nodes finds its prefix taken in about 1 of 64 cases at the most. */
export function shortIdLength(nodes: number): number {
  let length = 4
  while (32 ** length < nodes * 64) length++
  return length
}
