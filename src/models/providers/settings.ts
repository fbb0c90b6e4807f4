import { z } from 'zod'
import type { ProviderApi } from './provider.ts'

/** What a person says about one provider. What is left out stays as it is built in. */
export interface ProviderSetting {
  readonly api?: ProviderApi | undefined
  readonly baseUrl?: string | undefined
  /** The name of the environment variable that holds the key; null where none is sent. */
  readonly keyFrom?: string | null | undefined
  readonly headers?: { readonly [name: string]: string } | undefined
  /** Plain http to other machines is all right. */
  readonly insecure?: boolean | undefined
}

/** What a person says about providers, by name. */
export type ProviderSettings = { readonly [name: string]: ProviderSetting }

/** Words in a header's name that tell of a secret. */
const secretNames = /auth|key|token|secret|cookie|password|session/i
/** A scheme with a credential, the beginnings of well-known keys, and long runs of letters and digits. */
const secretValues =
  /^(bearer|basic)\s|^(sk|pk|gsk|xai|ghp|hf|AIza)[-_A-Za-z0-9]{12,}|^(?=.*\d)(?=.*[A-Za-z])[\w+/=-]{32,}$/i

const headers = z.record(
  z
    .string()
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of an HTTP header')
    .refine(
      (name) => !secretNames.test(name),
      'must be one that carries no key: name its environment variable in keyFrom',
    ),
  z
    .string()
    .regex(/^[\t\x20-\x7e]*$/, 'must be plain text')
    .refine((value) => !secretValues.test(value), 'must be no key: name its environment variable in keyFrom'),
)

const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine(isBare, 'must be without user, password, query and fragment: a key comes from keyFrom')

const providerSetting = z
  .strictObject({
    api: z.enum(['anthropic', 'responses', 'chat-completions']),
    baseUrl,
    keyFrom: z
      .string()
      .regex(/^[A-Z_][A-Z0-9_]{0,99}$/, 'must be the name of an environment variable, not the key')
      .nullable(),
    headers,
    insecure: z.boolean(),
  })
  .partial()

/** Parses the setting `providers`. Unknown fields are refused, and what looks like a key; no message repeats a value. */
export const providerSettingsSchema: z.ZodType<ProviderSettings> = z.record(
  z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be a name of small letters, digits and hyphens'),
  providerSetting,
)

function isBare(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && [url.username, url.password, url.search, url.hash].every((piece) => piece === '')
}
