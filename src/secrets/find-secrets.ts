import preset from '@secretlint/secretlint-rule-preset-recommend/package.json' with { type: 'json' }
import type { Finding } from './finding.ts'
import { patternFindings, patternSigns } from './patterns.ts'
import { privateKeyFindings } from './private-key.ts'
import { knownRelease, ruleSigns } from './rule-signs.ts'
import { anyOf } from './sign.ts'

/**
 * The secrets in a text, in order and apart from each other: where two kinds overlap, they are one finding of the longer kind.
 * Only a text that may hold a secret is examined, and the rules are loaded with the first such text. Nothing leaves the machine,
 * and nothing in a text can switch this off.
 */
export async function findSecrets(text: string): Promise<readonly Finding[]> {
  return mayHoldSecret(text) ? examine(text) : []
}

/** Of each secret in a text its kind and the line it begins on, from 1: what a person may be told. In order. */
export async function secretsIn(text: string): Promise<readonly { readonly kind: string; readonly line: number }[]> {
  let line = 1
  let read = 0
  return (await findSecrets(text)).map(({ kind, start }) => {
    line += text.slice(read, start).match(/\r\n|[\n\r]/g)?.length ?? 0
    read = start
    return { kind, line }
  })
}

/**
 * False only where `examine` finds nothing, and told in a fraction of its time. The signs are those of one release of the rules:
 * where another is installed, any text may hold a secret.
 */
export const mayHoldSecret: (text: string) => boolean =
  preset.version === knownRelease ? anyOf([...Object.values(ruleSigns).flat(), ...patternSigns]) : () => true

/** What `findSecrets` finds, without asking first whether there may be something to find. */
export async function examine(text: string): Promise<readonly Finding[]> {
  const { lintFindings } = await import('./lint.ts')
  const plain = withoutEscapes(text)
  return apart([...(await lintFindings(plain)), ...patternFindings(plain), ...privateKeyFindings(plain)])
}

/** Line ends and tabs that are written as `\n` become blanks, so that no letter stands before the secret behind them. */
function withoutEscapes(text: string): string {
  return text.replace(/\\[nrt]/g, '  ')
}

function apart(findings: readonly Finding[]): Finding[] {
  const kept: Finding[] = []
  for (const finding of findings.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1)
    if (finding.end <= finding.start) continue
    if (!last || last.end <= finding.start) kept.push(finding)
    else {
      const longer = finding.end - finding.start > last.end - last.start ? finding : last
      kept[kept.length - 1] = { ...longer, start: last.start, end: Math.max(last.end, finding.end) }
    }
  }
  return kept
}
