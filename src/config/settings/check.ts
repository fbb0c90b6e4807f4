import { z } from 'zod'
import { InvalidSetting, UnknownSetting } from '../errors.ts'
import { nearest } from './nearest.ts'
import { type SettingName, type SettingsOfLevel, settingNames, settingRules } from './settings.ts'

/** Keys that would reach into an object's prototype. */
const refusedKeys: readonly string[] = ['__proto__', 'prototype', 'constructor']

/**
 * Takes what one level sets, as it came from outside. `where` opens the message of an error: a path, a level. Throws UnknownSetting
 * with the nearest known key, or InvalidSetting with what is allowed.
 */
export function checkSettings(value: unknown, where: string): SettingsOfLevel {
  if (!isObject(value))
    throw new InvalidSetting('the whole', where, 'an object of settings, such as {"tokenBuffer": 2048}')
  refuseKeys(value, where)
  const checked = Object.entries(value).map(([key, held]) => {
    const name = checkName(key, where)
    const result = settingRules[name].schema.safeParse(held)
    if (!result.success) throw problemOf(name, result.error.issues[0], where)
    return [name, result.data] as const
  })
  return Object.fromEntries(checked)
}

/** The name of a setting, or UnknownSetting with the nearest. */
export function checkName(key: string, where: string): SettingName {
  const name = settingNames.find((known) => known === key)
  if (name === undefined) throw unknown(key, key, settingNames, where)
  return name
}

function unknown(key: string, last: string, known: readonly string[], where: string): UnknownSetting {
  const meant = nearest(last, known)
  return new UnknownSetting(key, where, meant ? `Did you mean ${meant}?` : `Known are ${known.join(', ')}.`)
}

function problemOf(name: SettingName, issue: z.core.$ZodIssue | undefined, where: string): Error {
  const path: [SettingName, ...string[]] = [name, ...(issue?.path ?? []).map(String)]
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? ''
    return unknown([...path, key].join('.'), key, membersAt(path), where)
  }
  const { allowed, members } = settingRules[name]
  const member = path[1] === undefined ? undefined : members?.[path[1]]
  if (member !== undefined) return new InvalidSetting(`${name}.${path[1]}`, where, member)
  return path.length === 1
    ? new InvalidSetting(name, where, allowed)
    : new InvalidSetting(path.join('.'), where, `${expectation(issue)} (${name} is ${allowed})`)
}

function expectation(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'too_small') return `${String(issue.minimum)} or more`
  if (issue?.code === 'too_big') return `${String(issue.maximum)} or less`
  if (issue?.code === 'invalid_type') return `of type ${issue.expected}`
  if (issue?.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`
  return issue?.message.startsWith('must be ') ? issue.message.slice('must be '.length) : 'something else'
}

/** The keys that an object of settings knows at a path; none where any key goes. */
function membersAt([name, ...path]: readonly [SettingName, ...string[]]): readonly string[] {
  let schema: JsonSchema | boolean | undefined = z.toJSONSchema(settingRules[name].schema, { unrepresentable: 'any' })
  for (const key of path) {
    const at: JsonSchema | undefined = objectIn(schema)
    schema = at?.properties?.[key] ?? at?.additionalProperties
  }
  return Object.keys(objectIn(schema)?.properties ?? {})
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** The schema of an object that may also be null. */
function objectIn(schema: JsonSchema | boolean | undefined): JsonSchema | undefined {
  if (typeof schema !== 'object') return undefined
  const within = schema.anyOf?.find((each) => typeof each === 'object' && each.type === 'object')
  return typeof within === 'object' ? within : schema
}

/** Throws UnknownSetting where a key anywhere in a value would reach into an object's prototype. */
export function refuseKeys(value: object, where: string): void {
  const todo: object[] = [value]
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    for (const key of Object.keys(next)) {
      if (refusedKeys.includes(key)) throw new UnknownSetting(key, where, 'Such a key is refused.')
      const held: unknown = Reflect.get(next, key)
      if (typeof held === 'object' && held !== null) todo.push(held)
    }
  }
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
