const damping = 0.85
const rounds = 20

/** A word in more than this share of the sentences joins nothing, where there are many of them. */
const commonShare = 0.25
const few = 40

interface Edge {
  readonly a: number
  readonly b: number
  readonly weight: number
}

/**
 * How central each sentence is, from its words: a sentence counts the more, the more sentences that count share words
 * with it. 0.15 for one that shares none; 1 on average where all share some. This is TextRank (Mihalcea and Tarau 2004,
 * "TextRank: Bringing Order into Texts"), with the shared words over the mean length of both where the paper divides by
 * logarithms, which need not be the same on every machine. Takes time in the square of the sentences.
 */
export function centrality(sentences: readonly ReadonlySet<string>[]): number[] {
  const edges = edgesOf(sentences)
  const strength = new Array<number>(sentences.length).fill(0)
  for (const { a, b, weight } of edges) {
    strength[a] = (strength[a] ?? 0) + weight
    strength[b] = (strength[b] ?? 0) + weight
  }
  let ranks = new Array<number>(sentences.length).fill(1)
  for (let round = 0; round < rounds; round++) {
    const next = new Array<number>(sentences.length).fill(1 - damping)
    for (const { a, b, weight } of edges) {
      next[a] = (next[a] ?? 0) + (damping * weight * (ranks[b] ?? 0)) / (strength[b] ?? 1)
      next[b] = (next[b] ?? 0) + (damping * weight * (ranks[a] ?? 0)) / (strength[a] ?? 1)
    }
    ranks = next
  }
  return ranks
}

function edgesOf(sentences: readonly ReadonlySet<string>[]): Edge[] {
  const holders = new Map<string, number[]>()
  for (const [at, words] of sentences.entries()) {
    for (const word of words) {
      const held = holders.get(word)
      if (held) held.push(at)
      else holders.set(word, [at])
    }
  }
  const most = Math.max(few, commonShare * sentences.length)
  const edges: Edge[] = []
  for (const [a, words] of sentences.entries()) {
    const shared = new Map<number, number>()
    for (const word of words) {
      const held = holders.get(word) ?? []
      if (held.length > most) continue
      for (const b of held) if (b > a) shared.set(b, (shared.get(b) ?? 0) + 1)
    }
    for (const [b, count] of shared)
      edges.push({ a, b, weight: (2 * count) / (words.size + (sentences[b]?.size ?? 0)) })
  }
  return edges
}
