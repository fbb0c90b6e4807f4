import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { type Finding, findingOf } from './finding.ts'

type Rule = (typeof rules)[number]
type Context = Parameters<Rule['create']>[0]
type Source = Parameters<NonNullable<ReturnType<Rule['create']>['file']>>[0]
type Report = Parameters<Context['report']>[0]

/** A text under examination must not be able to switch the examination off. */
const obeysComments = '@secretlint/secretlint-rule-filter-comments'

const examined = rules.filter(({ meta }) => meta.id !== obeysComments)

/**
 * The secrets that secretlint's recommended rules find, in no order, possibly overlapping. Nothing leaves the machine. The rules
 * are called without secretlint's core, which compares every finding with every other, and is slow to load.
 */
export async function lintFindings(text: string): Promise<Finding[]> {
  const reports: Report[] = []
  const context: Context = {
    sharedOptions: {},
    createTranslator: () => (messageId, data) => ({ message: '', messageId: String(messageId), data }),
    report: (found) => reports.push(found),
    ignore: () => {},
  }
  const source: Pick<Source, 'content' | 'contentType' | 'filePath' | 'ext'> = {
    content: text,
    contentType: 'text',
    filePath: 'text.txt',
    ext: '',
  }
  for (const rule of examined) await rule.create(context, {}).file?.(source as Source)
  return reports.map(({ message, range }) =>
    findingOf(kindOf(message.messageId), ...rangeOf(text, range, message.data)),
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
