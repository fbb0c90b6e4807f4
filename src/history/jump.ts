/**
 * Jump pointers over a tree's paths: each node keeps its parent and one node further up, chosen so that any ancestor is
 * reached in a number of steps logarithmic in the depth, while a new node is linked in constant time. The scheme is the
 * skew-binary one of E. W. Myers, "An applicative random-access stack", Information Processing Letters 17 (1983).
 */

/** The depth to which a node's jump leads; it depends on the node's depth alone. The root jumps to itself, at 0. */
export function jumpDepth(depth: number): number {
  let rest = depth
  let weight = 0
  while (rest > 0) {
    weight = largestWeight(rest)
    rest = rest % weight
  }
  return depth - weight
}

/**
 * Whether a new node jumps where its parent's jump jumps (true) or to its parent (false), given the parent's depth.
 */
export function jumpsFar(parentDepth: number): boolean {
  const near = jumpDepth(parentDepth)
  return parentDepth - near === near - jumpDepth(near)
}

/** The largest 2^k − 1 that is not above the number, which is at least 1 and at most 2^31 − 2. */
function largestWeight(number: number): number {
  return 2 ** (31 - Math.clz32(number + 1)) - 1
}
