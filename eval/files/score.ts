import type { Sent } from './send.ts'
import type { Task } from './task.ts'

/** The share of a task's files among the first of a ranking. */
export function fileRecall({ gold }: Task, ranked: readonly string[], first: number): number {
  const top = new Set(ranked.slice(0, first))
  return gold.filter((path) => top.has(path)).length / gold.length
}

/** The share of a task's hunks all of whose lines are sent. */
export function hunkRecall({ hunks }: Task, sent: Sent): number {
  const all = Object.entries(hunks).flatMap(([path, ranges]) => ranges.map(([from, to]) => ({ path, from, to })))
  const found = all.filter(({ path, from, to }) => {
    const marks = sent.get(path)
    return marks?.subarray(from, to + 1).every((each) => each === 1) === true && to < marks.length
  })
  return found.length / all.length
}
