import { parse as parsePath } from 'node:path'
import { parseDocument } from 'yaml'
import type { z } from 'zod'
import { type Bundle, isBundleName } from '../../bundles/bundle.ts'
import { readFileAt } from '../../sources/files/read/read-file.ts'
import type { UnreadCause } from '../../sources/source.ts'
import { DamagedBundle } from './errors.ts'
import { bundleFileSchema, optionWords } from './schema.ts'

/** Larger files are not read. In bytes. */
const maxBytes = 1 << 20

/** How much may be made of aliases. */
const maxAliasCount = 100

const unreadWords: { readonly [cause in UnreadCause]: string } = {
  'not-found': 'It is a link to nothing.',
  unreadable: 'It may not be read. Change its permissions.',
  outside: 'It leads out of the workspace, and is not followed.',
  'not-a-file': 'It is not a file.',
  'too-large': 'It is larger than 1 MB.',
  binary: 'It is not text.',
  'changed-while-read': 'It changed while it was read. Try again.',
}

const shapeWords: { readonly [key: string]: string } = {
  key: '"key" must be a text.',
  name: '"name" must be a text without colons, line breaks, and blanks at its ends.',
  items: '"items" must be a list of paths, or a map from paths to true or false.',
}

/**
 * The bundle in a file of a workspace, read as other files are: nothing outside of the root is opened, and no pipe is waited
 * for. `path` is relative to the root. Throws DamagedBundle.
 */
export function readBundleFile(root: string, path: string): Bundle {
  const reading = readFileAt(root, path, { maxBytes })
  if (reading.kind === 'unread') throw new DamagedBundle(path, unreadWords[reading.cause])
  if (reading.repaired !== undefined) throw new DamagedBundle(path, 'It is not UTF-8 text.')
  const value = parseText(path, reading.text)
  const result = bundleFileSchema.safeParse(value)
  if (!result.success) throw new DamagedBundle(path, shapeFault(result.error.issues[0]), nameIn(value))
  const { key = path, name = parsePath(path).name, items, opts } = result.data
  if (!isBundleName(name))
    throw new DamagedBundle(path, 'The name of the file cannot be that of a bundle: add a "name".')
  return { key, name, items, opts }
}

/** YAML holds JSON. */
function parseText(path: string, text: string): unknown {
  const document = deepSafe(path, () => parseDocument(text))
  const [fault] = [...document.errors, ...document.warnings]
  if (fault !== undefined) {
    const [at] = fault.linePos ?? []
    const where = at === undefined ? '' : ` at line ${at.line}, column ${at.col}`
    throw new DamagedBundle(path, faultWords[fault.code]?.(where) ?? `This is not YAML or JSON${where}.`)
  }
  return deepSafe(path, () => document.toJS({ maxAliasCount }))
}

const faultWords: { readonly [code: string]: (where: string) => string } = {
  MULTIPLE_DOCS: (where) => `A second document begins${where}. A file holds one bundle.`,
  DUPLICATE_KEY: (where) => `A key stands there twice${where}.`,
  IMPOSSIBLE: () => 'It is nested too deeply.',
  TAG_RESOLVE_FAILED: (where) => `There is a tag that is not known${where}. Tags are not needed.`,
}

function deepSafe<T>(path: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof RangeError) throw new DamagedBundle(path, 'It is nested too deeply.')
    if (error instanceof ReferenceError) throw new DamagedBundle(path, 'Its aliases make too much of it.')
    throw error
  }
}

function shapeFault(issue: z.core.$ZodIssue | undefined): string {
  const [key = '', option = ''] = (issue?.path ?? []).map(String)
  const unknown = issue?.code === 'unrecognized_keys' ? JSON.stringify(issue.keys[0]) : undefined
  if (unknown !== undefined) return key === '' ? `It has no use for ${unknown}.` : `"${key}" has no use for ${unknown}.`
  if (issue?.code === 'custom' && key.startsWith('context_'))
    return `It has both "${key.slice('context_'.length)}" and "${key}". Use one of them.`
  if (key.endsWith('opts')) {
    const words = Object.entries(optionWords).find(([name]) => name === option)?.[1]
    return words === undefined ? `"${key}" must be a map of options.` : `${key}.${option} must be ${words}.`
  }
  return shapeWords[key.replace('context_', '')] ?? 'It is not a map.'
}

/** The name that a damaged file gives, so that who asks for it is told of the damage. */
function nameIn(value: unknown): string | undefined {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined
  return typeof name === 'string' ? name : undefined
}
