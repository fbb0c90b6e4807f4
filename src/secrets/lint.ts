import { lintSource } from '@secretlint/core'
import { secretLintProfiler } from '@secretlint/profiler'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { type Finding, findingOf } from './finding.ts'

/** A text under examination must not be able to switch the examination off. */
const obeysComments = '@secretlint/secretlint-rule-filter-comments'

/** It keeps marks for ever, so that memory grows with every text. */
secretLintProfiler.setEnabled(false)

const examined = rules.filter(({ meta }) => meta.id !== obeysComments)

/** The secrets that secretlint's recommended rules find, in no order, possibly overlapping. Nothing leaves the machine. */
export async function lintFindings(text: string): Promise<Finding[]> {
  const { messages } = await lintSource({
    source: { filePath: 'text.txt', content: text, contentType: 'text' },
    options: {
      locale: 'en',
      noPhysicFilePath: true,
      config: { rules: examined.map((rule) => ({ id: rule.meta.id, rule, options: {} })) },
    },
  })
  return messages.flatMap(({ type, messageId, range, data }) =>
    type === 'message' ? [findingOf(kindOf(messageId), ...rangeOf(text, range, data))] : [],
  )
}

/** Where the secret itself stands. Some rules tell where its assignment begins instead. */
function rangeOf(text: string, [start, end]: readonly [number, number], data: unknown): [number, number] {
  const secret = (data as { readonly KEY?: unknown } | undefined)?.KEY
  if (typeof secret !== 'string' || text.slice(start, end) === secret) return [start, end]
  const at = text.indexOf(secret, start)
  return at < 0 ? [start, end] : [at, at + secret.length]
}

/** `GITHUB_TOKEN` and `GitHubToken` in the way kinds are written: `github-token`. */
function kindOf(messageId: string): string {
  return messageId
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}
