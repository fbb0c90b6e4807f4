import { type Finding, findingOf } from './finding.ts'

/** A kind of secret with a form that is known to be its own. The group `secret`, or else the whole match, is the secret. */
interface Pattern {
  readonly kind: string
  readonly form: RegExp
}

/**
 * Forms that issuers document for their tokens, and that the rules of the linter leave out. Each begins with fixed text, so that
 * looking for it takes time in proportion to the text.
 */
const patterns: readonly Pattern[] = [
  { kind: 'aws-access-key-id', form: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { kind: 'google-api-key', form: /\bAIza[\w-]{35}(?![\w-])/g },
  { kind: 'google-oauth-token', form: /\bya29\.[\w-]{20,}/g },
  { kind: 'openai-api-key', form: /\bsk-(?:(?:proj|svcacct|admin)-[\w-]{40,}|[A-Za-z0-9]{32,})/g },
  { kind: 'xai-api-key', form: /\bxai-[A-Za-z0-9]{60,}/g },
  { kind: 'pypi-token', form: /\bpypi-AgE[\w-]{50,}/g },
  { kind: 'digitalocean-token', form: /\bdo[oprt]_v1_[a-f0-9]{64}\b/g },
  { kind: 'azure-account-key', form: /\bAccountKey=(?<secret>[A-Za-z0-9+/]{86}==)/g },
  { kind: 'discord-webhook', form: /\bhttps:\/\/discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{60,}/g },
  { kind: 'age-secret-key', form: /\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/g },
  { kind: 'json-web-token', form: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g },
  {
    kind: 'authorization',
    form: /\bauthorization["']?\s*[:=]\s*["']?(?:bearer|basic|token)\s+(?<secret>[\w.~+/=-]{16,})/gi,
  },
]

/** The secrets of these forms in a text, in no order, possibly overlapping. */
export function patternFindings(text: string): Finding[] {
  return patterns.flatMap(({ kind, form }) =>
    [...text.matchAll(form)].map((match) => {
      const secret = match.groups?.secret ?? match[0]
      const start = match.index + match[0].length - secret.length
      return findingOf(kind, start, start + secret.length)
    }),
  )
}
