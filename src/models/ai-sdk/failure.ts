import { ModelFailure } from '../model-failure.ts'
import { readTooLong } from '../too-long.ts'
import type { Connection } from './connection.ts'
import { type FailedCall, failedCall } from './failed-call.ts'
import { retryAfterOf } from './retry-after.ts'

/** How far a call got when it failed. */
export interface Progress {
  readonly aborted: boolean
  /** Whether an event of the provider's interface came. */
  readonly began: boolean
}

/**
 * Whatever a client library threw, as a ModelFailure. Its message says what failed, where and what to do; neither it nor
 * its cause holds a key, a header or the request.
 */
export function toModelFailure(error: unknown, connection: Connection, { aborted, began }: Progress): ModelFailure {
  if (aborted) return new ModelFailure('aborted', 'The call was stopped.')
  if (error instanceof ModelFailure) return error
  const failed = failedCall(error, connection.key)
  const tooLong = failed.network ? null : readTooLong(failed.evidence)
  const kind = kindOf(failed, tooLong !== null, began)
  const retryAfter = retryAfterOf(failed.headers, Date.now())
  return new ModelFailure(kind, messageOf(kind, failed, connection), {
    ...(failed.status === null ? {} : { status: failed.status }),
    ...(retryAfter === null ? {} : { retryAfter }),
    ...(tooLong?.figures ? { figures: tooLong.figures } : {}),
    cause: failed.evidence,
  })
}

type Kind = ModelFailure['kind']

/** No money left: asked again it is the same. */
const spent = /insufficient_quota|billing/

/** Words in the type or code of an error, and what they mean: the first that is found counts. */
const words: readonly (readonly [RegExp, Kind])[] = [
  [/rate_?limit|too_many_requests|resource_exhausted/, 'rate-limit'],
  [/overloaded|unavailable|engine_overloaded/, 'overloaded'],
  [/authentication|permission|invalid_api_key|unauthori[sz]ed/, 'auth'],
  [/not_found/, 'not-found'],
  [/timeout/, 'timeout'],
  [/invalid_request|invalid_prompt/, 'refused'],
  [/api_error|server_error|internal/, 'server'],
]

/** Names of the client library's errors about what came, and about what was to be sent. */
const unreadable = /TypeValidation|JSONParse|InvalidResponseData|EmptyResponseBody|NoOutputGenerated|NoContentGenerated/
const unsendable =
  /InvalidPrompt|InvalidArgument|UnsupportedFunctionality|MissingToolResults|InvalidMessageRole|InvalidDataContent/

function kindOf({ status, label, name, network, code }: FailedCall, isTooLong: boolean, began: boolean): Kind {
  if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code)) return 'timeout'
  if (network) return began ? 'cut-off' : 'connection'
  if (isTooLong) return 'too-long'
  if (spent.test(label)) return 'refused'
  if (status !== null) return ofStatus(status)
  const word = words.find(([pattern]) => pattern.test(label))?.[1]
  if (word !== undefined) return word
  if (unsendable.test(name)) return 'refused'
  return unreadable.test(name) ? 'bad-answer' : began ? 'server' : 'bad-answer'
}

function ofStatus(status: number): Kind {
  if (status === 401 || status === 403) return 'auth'
  if (status === 404 || (status >= 300 && status < 400)) return 'not-found'
  if (status === 408) return 'timeout'
  if (status === 429) return 'rate-limit'
  if (status === 529 || status === 503) return 'overloaded'
  return status >= 500 ? 'server' : 'refused'
}

/** Where a call goes, for a person: the provider and its address, without what may be secret in it. */
export function placeOf({ facts, provider }: Pick<Connection, 'facts' | 'provider'>): string {
  const { origin, pathname } = new URL(provider.baseUrl)
  return `${facts.provider} at ${origin}${pathname.replace(/\/+$/, '')}`
}

/** A provider's words as a sentence. */
function ended(said: string): string {
  return /[.!?…。！？]["'”’)\]]*$/.test(said) ? said : `${said}.`
}

function messageOf(kind: Kind, { status, said, told, code }: FailedCall, connection: Connection): string {
  const { facts, provider, key } = connection
  const place = placeOf(connection)
  const rest = `${status === null ? '' : ` (${status})`}${said === '' ? '.' : `: ${ended(said)}`}`
  switch (kind) {
    case 'connection':
      return `No connection to ${place}${code === '' ? '' : ` (${code})`}. Check the address, the network, and that the server runs.`
    case 'cut-off':
      return `The answer from ${place} broke off in the middle${code === '' ? '' : ` (${code})`}.`
    case 'rate-limit':
      return `${place} takes no more calls for now${rest}`
    case 'overloaded':
      return `${place} is overloaded${rest}`
    case 'too-long':
      return `The request is too long for ${facts.name}${rest}`
    case 'auth':
      return key === null
        ? `${place} wants a key${rest} Name its environment variable in the setting providers.${facts.provider}.keyFrom.`
        : `${place} refuses the key in ${provider.keyFrom ?? 'the environment'}${rest} Check the key, and that it may use ${facts.name}.`
    case 'not-found':
      return status !== null && status < 400
        ? `${place} has moved (${status}). Give its new address in the setting providers.${facts.provider}.baseUrl.`
        : `${place} knows no model ${JSON.stringify(facts.name)}, or the address is wrong${rest}`
    case 'bad-answer':
      return told
        ? `The answer from ${place} cannot be read${rest}`
        : `The answer from ${place} cannot be read: what came is not what the ${provider.api} interface sends.`
    case 'timeout':
      return `${place} gave up waiting${rest}`
    case 'refused':
      return `The request cannot be answered by ${place}${rest}`
    default:
      return `${place} failed${rest}`
  }
}
