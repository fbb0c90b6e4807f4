import { smallLetters } from './compile-pattern.ts'
import type { Rule } from './parse-rules.ts'

/** The rules of one ignore file, and those of files with less say. */
export interface RuleSet {
  readonly rules: readonly Rule[]
  /** How many characters of a path lead to the ignore file's folder, its slash included. */
  readonly start: number
  readonly above: RuleSet | undefined
}

/** Rules on top of others; where there are none, what was there. */
export function withRules(above: RuleSet | undefined, rules: readonly Rule[], start: number): RuleSet | undefined {
  return rules.length === 0 ? above : { rules, start, above }
}

/**
 * Whether rules leave an entry out: the last rule that matches in the nearest file decides. `name` is where its name begins in its
 * path. What stands in a folder that is left out is not asked about.
 */
export function leavesOut(set: RuleSet | undefined, path: string, name: number, isFolder: boolean): boolean {
  const ownName = path.slice(name)
  for (let at = set; at !== undefined; at = at.above) {
    let fromFile: string | undefined
    for (let index = at.rules.length - 1; index >= 0; index -= 1) {
      const rule = at.rules[index]
      if (rule === undefined || (rule.foldersOnly && !isFolder)) continue
      if (!rule.byName) fromFile ??= path.slice(at.start)
      if (rule.match(rule.byName ? ownName : (fromFile ?? ''))) return !rule.negative
    }
  }
  return false
}

/** A path as rules are asked about it: a byte string, with `ignoreCase` in small letters. */
export function pathBytes(path: string, ignoreCase: boolean): string {
  const bytes = /[^\0-\x7f]/.test(path) ? Buffer.from(path, 'utf8').toString('latin1') : path
  return ignoreCase ? smallLetters(bytes) : bytes
}
