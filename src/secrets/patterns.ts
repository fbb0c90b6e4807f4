import { type Finding, findingOf } from './finding.ts'
import type { Sign } from './sign.ts'

/**
 * A kind of secret with a form that is known to be its own. The group `secret`, or else the whole match, is the secret; the group
 * `head` is what belongs to it and stands before the match.
 */
interface Pattern {
  readonly kind: string
  readonly sign: Sign
  readonly form: RegExp
}

/** The end of the name of an environment variable that holds a secret. */
const assignedName = /(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|SECRET_KEY|API_KEY|ACCESS_KEY|TOKEN)=/
/** A value with a letter and a digit: neither a placeholder in words, nor a variable, nor an expression. */
const assignedValue =
  /(?<quote>["']?)(?!(?:test|your|example|change|dummy|fake|sample)[-_])(?=[^\s"'`]{0,99}\d)(?=[^\s"'`]{0,99}[A-Za-z])(?<secret>[^\s"'`$<>{}()[\]\\,;|&?]{8,256})/

/**
 * Forms that issuers document for their tokens, and that the rules of the linter leave out. What may repeat without a limit is
 * read once from each place where fixed text stands, and never again from inside, so that looking takes time in proportion to
 * the text.
 */
const patterns: readonly Pattern[] = [
  { kind: 'aws-access-key-id', sign: { run: /A[KS]IA[A-Z2-7]{16}/ }, form: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { kind: 'google-api-key', sign: { run: /AIza[\w-]{35}/ }, form: /\bAIza[\w-]{35}(?![\w-])/g },
  { kind: 'google-oauth-token', sign: { run: /ya29\.[\w-]{20}/ }, form: /\bya29\.[\w-]{20,}/g },
  {
    kind: 'openai-api-key',
    sign: { run: /sk-(?:(?:proj|svcacct|admin)-[\w-]{40}|[A-Za-z0-9]{32})/ },
    form: /\bsk-(?:(?:proj|svcacct|admin)-[\w-]{40,}|[A-Za-z0-9]{32,})/g,
  },
  { kind: 'xai-api-key', sign: { run: /xai-[A-Za-z0-9]{60}/ }, form: /\bxai-[A-Za-z0-9]{60,}/g },
  { kind: 'pypi-token', sign: { run: /pypi-AgE/ }, form: /\bpypi-AgE[\w-]{50,}/g },
  { kind: 'digitalocean-token', sign: { run: /do[oprt]_v1_/ }, form: /\bdo[oprt]_v1_[a-f0-9]{64}\b/g },
  {
    kind: 'azure-account-key',
    sign: { run: /AccountKey=[\w+/]{86}/ },
    form: /\bAccountKey=(?<secret>[A-Za-z0-9+/]{86}==)/g,
  },
  {
    kind: 'discord-webhook',
    sign: { run: /discord(?:app)?\.com\/api\/webhooks\/\d/ },
    form: /\bhttps:\/\/discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{60,}/g,
  },
  { kind: 'age-secret-key', sign: { run: /AGE-SECRET-KEY-1/ }, form: /\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/g },
  {
    kind: 'json-web-token',
    sign: { run: /\.eyJ[\w-]{10,}\./ },
    form: /\.eyJ(?<=\b(?<head>eyJ[\w-]{10,})\.eyJ)[\w-]{10,}\.[\w-]{10,}/g,
  },
  { kind: 'npm-auth-token', sign: { run: /_authToken=/ }, form: /_authToken=(?<secret>[\w./+=-]{16,})/g },
  {
    kind: 'assigned-secret',
    sign: { text: new RegExp(assignedName.source + assignedValue.source) },
    form: new RegExp(
      String.raw`(?<!\w)[A-Z0-9_]*${assignedName.source}${assignedValue.source}(?=\k<quote>(?:[\s"'\`]|$))`,
      'g',
    ),
  },
  {
    kind: 'authorization',
    sign: {
      text: /authorization["']?(?:\s|\\[nrt])*[:=](?:\s|\\[nrt])*["']?(?:bearer|basic|token)(?:\s|\\[nrt])+[\w.~+/=-]{16}/i,
    },
    form: /\bauthorization["']?\s*[:=]\s*["']?(?:bearer|basic|token)\s+(?<secret>[\w.~+/=-]{16,})/gi,
  },
]

/** One of them is in every text with a secret of these forms. */
export const patternSigns: readonly Sign[] = patterns.map(({ sign }) => sign)

/** The secrets of these forms in a text, in no order, possibly overlapping. */
export function patternFindings(text: string): Finding[] {
  return patterns.flatMap(({ kind, form }) =>
    [...text.matchAll(form)].map((match) => {
      const { secret = match[0], head = '' } = match.groups ?? {}
      const end = match.index + match[0].length
      return findingOf(kind, end - secret.length - head.length, end)
    }),
  )
}
