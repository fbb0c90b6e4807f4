import { countIn, isRecord, textIn } from './record.ts'

/** What there is to know of an error that a client library threw, without keys. */
export interface FailedCall {
  /** The HTTP status, also of an error in the middle of a stream; null where there is none. */
  readonly status: number | null
  /** What the provider said, for a person; empty where it said nothing. */
  readonly said: string
  /** Whether these are the provider's words; else they are the client library's. */
  readonly told: boolean
  /** Types and codes in the error, in lower case. */
  readonly label: string
  /** The name of the error. */
  readonly name: string
  /** Whether the connection failed. */
  readonly network: boolean
  /** Of the connection's failure, such as ECONNREFUSED; empty where there is none. */
  readonly code: string
  readonly headers: { readonly [name: string]: unknown }
  /** The error without the request and the headers. */
  readonly evidence: unknown
}

/** The longest text of a provider that goes into a message. */
const longestSaid = 600
/** A shorter one is no secret: local servers take any word. */
const shortestKey = 8
/** The longest body that is kept as evidence. */
const longestBody = 20_000

/** Takes an error apart; `key` is what must not be in there. */
export function failedCall(error: unknown, key: string | null): FailedCall {
  const clean = (text: string): string => withoutKeys(text, key)
  const chain = causesOf(error)
  const named = chain.find((each) => each.statusCode !== undefined || each.data !== undefined) ?? chain[0] ?? {}
  const body = textIn(named, 'responseBody')
  // An event that the client library cannot place is the value of its error.
  const parsed = body === null ? (named.data ?? named.value) : parse(body)
  const details = detailsOf(parsed)
  const code = chain
    .map((each) => textIn(each, 'code'))
    .find((each) => each !== null && /^(E[A-Z_]+|UND_ERR_\w+|ERR_\w+)$/.test(each))
  const answered = countIn(named, 'statusCode')
  // One of success says nothing of an error that came later.
  const status = answered !== null && answered >= 300 ? answered : null
  const told = textIn(details, 'message')
  const said = told ?? textIn(named, 'message') ?? (typeof error === 'string' ? error : '')
  const evidence: { [field: string]: unknown } = {
    name: textIn(named, 'name'),
    message: textIn(named, 'message'),
    stack: textIn(named, 'stack'),
    statusCode: status,
    responseBody: body?.slice(0, longestBody),
    data: body === null ? named.data : undefined,
  }
  return {
    status,
    said: clean(said)
      .replace(/\s+/g, ' ')
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, longestSaid),
    told: told !== null,
    label: [details, named]
      .flatMap((each) => [textIn(each, 'type'), textIn(each, 'code')])
      .join(' ')
      .toLowerCase(),
    name: textIn(named, 'name') ?? '',
    network: status === null && (code !== undefined || chain.some(isNetwork)),
    code: code ?? '',
    headers: isRecord(named.responseHeaders) ? named.responseHeaders : {},
    evidence: parse(clean(stringify(evidence))),
  }
}

/** An error and its causes, as objects with fields, the messages and names of errors among them. */
function causesOf(error: unknown): { readonly [field: string]: unknown }[] {
  const chain: { readonly [field: string]: unknown }[] = []
  let next = error
  while (isRecord(next) && chain.length < 8) {
    chain.push(
      next instanceof Error
        ? { ...next, name: next.name, message: next.message, stack: next.stack, cause: next.cause }
        : next,
    )
    next = next.cause
  }
  return chain
}

/** What `fetch` throws where a connection fails or breaks off. */
function isNetwork(error: { readonly [field: string]: unknown }): boolean {
  return /^(fetch failed|failed to fetch|terminated|network error|other side closed|cannot connect to api)/i.test(
    `${error.message}`,
  )
}

/** The innermost object that holds the provider's message: `error`, `response.error`, or the body itself. */
function detailsOf(body: unknown): unknown {
  if (!isRecord(body)) return undefined
  if (isRecord(body.error)) return body.error
  if (isRecord(body.response)) return detailsOf(body.response)
  const message = textIn(body, 'message') ?? textIn(body, 'error') ?? textIn(body, 'detail')
  return message === null ? undefined : { ...body, message }
}

/** Keys that a provider may repeat: this one, and what is written like one. */
function withoutKeys(text: string, key: string | null): string {
  const known = key === null || key.length < shortestKey ? text : text.replaceAll(key, '[key]')
  return known.replace(/\b(?:sk|pk|gsk|xai)-[\w*.-]{6,}|\bAIza[\w-]{20,}|\bBearer\s+[\w.~+/=-]{8,}/g, '[key]')
}

function stringify(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return 'null'
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
