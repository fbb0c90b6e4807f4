import type { Finding } from './finding.ts'
import { patternFindings } from './patterns.ts'
import { privateKeyFindings } from './private-key.ts'

/**
 * The secrets in a text, in order and apart from each other: where two kinds overlap, they are one finding of the longer kind.
 * The rules are loaded with the first text. Nothing leaves the machine, and nothing in a text can switch this off.
 */
export async function findSecrets(text: string): Promise<readonly Finding[]> {
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
