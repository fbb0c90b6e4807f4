import { fileExtension } from '../../bundles/pack/file-extension.ts'
import type { PackCause } from '../../bundles/pack/packed-file.ts'
import { isGenerated, unwantedByName } from '../../bundles/pack/unwanted.ts'
import { compressed } from '../../code/compressed.ts'
import type { Outline } from '../../code/symbol.ts'
import type { PackPorts } from './pack-ports.ts'
import type { PackRequest } from './pack-request.ts'

/** A file that is read, or the reason why it has no text here. */
export type Prepared =
  | {
      readonly kind: 'text'
      readonly path: string
      readonly text: string
      /** Whether bodies were taken away. */
      readonly form: 'full' | 'signatures'
      readonly bytes: number
      readonly repaired?: number
    }
  | {
      readonly kind: 'left-out'
      readonly path: string
      readonly why: PackCause
      readonly bytes?: number
      readonly detail?: string
    }

/** Reads a file, and leaves it out if it is not wanted, or if it holds a secret. */
export async function prepareFile(ports: PackPorts, request: PackRequest, path: string): Promise<Prepared> {
  const unwanted = request.all ? undefined : unwantedByName(path)
  if (unwanted !== undefined) return { kind: 'left-out', path, why: unwanted }
  const reading = await ports.source.read(path)
  if (reading.kind === 'unread') {
    const { cause, bytes } = reading
    return { kind: 'left-out', path, why: cause, ...(bytes === undefined ? {} : { bytes }) }
  }
  const { text, bytes, repaired } = reading
  if (!request.all && isGenerated(path, text)) return { kind: 'left-out', path, why: 'generated', bytes }
  const detail = request.secrets ? await secretIn(ports, text) : undefined
  if (detail !== undefined) return { kind: 'left-out', path, why: 'secret', bytes, detail }
  const shown = request.compress ? await withoutBodies(ports, path, text) : text
  const form = shown === text ? 'full' : 'signatures'
  return { kind: 'text', path, text: shown, form, bytes, ...(repaired === undefined ? {} : { repaired }) }
}

/** The kind and line of the first secret, and how many there are. */
async function secretIn({ secrets, cache, hash }: PackPorts, text: string): Promise<string | undefined> {
  const kind = `secrets ${secrets.version}`
  const key = hash(text)
  const known = cache.get(kind, key)
  if (known !== undefined) return known === '' ? undefined : known
  const found = await secrets.find(text)
  const [first] = found
  const told = first
    ? `${first.kind} in line ${first.line}${found.length > 1 ? ` and ${found.length - 1} more` : ''}`
    : ''
  cache.set(kind, key, told)
  return told === '' ? undefined : told
}

/** Less is not worth a note that bodies are gone. In UTF-16 units. */
const worthIt = 100

/** The text with signatures in place of bodies; as it is where its language is not known. */
async function withoutBodies(ports: PackPorts, path: string, text: string): Promise<string> {
  const { cache, hash } = ports
  const outliner = await ports.outliner()
  const kind = `kept ${outliner.version} ${fileExtension(path)}`
  const key = hash(text)
  const known = rangesIn(cache.get(kind, key))
  const kept = known === undefined ? ((await outliner.outline(path, text))?.kept ?? null) : known
  if (known === undefined) cache.set(kind, key, JSON.stringify(kept))
  const shorter = kept ? compressed(text, { kept }) : text
  return text.length - shorter.length >= worthIt ? shorter : text
}

/** The ranges of a value in the cache, null for a text without an outline; undefined where it is neither. */
function rangesIn(value: string | undefined): Outline['kept'] | null | undefined {
  if (value === 'null') return null
  if (value === undefined || !/^\[(\[\d+,\d+\],?)*\]$/.test(value)) return undefined
  return JSON.parse(value) as Outline['kept']
}
