/** Fields that errors have without listing them. */
const unlisted = ['name', 'message', 'cause', 'errors', 'status', 'statusCode', 'code', 'error', 'response']

/** Fields that repeat what was sent, so that its words are not taken for those of the error. */
const passedOver =
  /^(?:request|requestbody|requestbodyvalues|config|options|(?:request|response)?headers|stack|prompt|messages|input|contents|tools|url)$/

const statusField = /^(?:(?:http|response)?(?:status|code|statuscode)|errorcode)$/
const attemptsField = /^(?:errors|attempts|previouserrors)$/
const sizeField = /^n?(?:prompt|input|request|requested|total)tokens$|^(?:input|prompt)?tokencount$/
const limitField = /^nctx$|^(?:max)?context(?:length|window|size)$|^max(?:input|prompt)tokens$|^(?:token)?limit$/

/** A field with its name in lower case and without word signs: `status_code`, `statusCode` and `StatusCode` are one. */
export type Field = readonly [name: string, value: unknown]

/** The fields that may speak of an error, at most so many. What cannot be read is left out. */
export function fieldsOf(object: object, most: number): Field[] {
  const fields: Field[] = []
  try {
    for (const name of new Set([...unlisted, ...Object.keys(object).slice(0, most)])) {
      const plain = name.replace(/[^a-z\d]/gi, '').toLowerCase()
      if (!passedOver.test(plain)) fields.push([plain, Reflect.get(object, name)])
    }
  } catch {
    return fields
  }
  return fields
}

/** Whether a field holds the errors of several attempts at the same call. */
export function isAttempts(name: string): boolean {
  return attemptsField.test(name)
}

/** The HTTP status that a field holds, if it holds one that tells of an error. */
export function statusOf([name, value]: Field): number | undefined {
  return typeof value === 'number' && value >= 400 && value < 600 && statusField.test(name) ? value : undefined
}

/** The size of the request and the limit, where an object has a field for each. */
export function countsOf(fields: readonly Field[]): { readonly size: number; readonly limit: number } | undefined {
  const size = countIn(fields, sizeField)
  const limit = countIn(fields, limitField)
  return size === undefined || limit === undefined ? undefined : { size, limit }
}

function countIn(fields: readonly Field[], names: RegExp): number | undefined {
  for (const [name, value] of fields) if (typeof value === 'number' && names.test(name)) return value
  return undefined
}
