import { JsonError } from '../errors.ts'
import {
  closeArray,
  closeObject,
  colon,
  comma,
  endOf,
  keep,
  type Open,
  openArray,
  opened,
  openObject,
  quote,
  type Shape,
} from './delimit.ts'

/** Where a value stands: how many entered arrays and objects are around it, and under which name or number. */
export interface Place {
  readonly depth: number
  /** The member's name, or its number in an array; undefined for the outermost value. */
  readonly key: string | number | undefined
}

/** What an array or object holds goes on one by one, or it is given whole, or it is passed over. */
export type Choice = 'enter' | 'take' | 'skip'

/** Chooses for every array and object that stands in an entered one. All other values are taken, or skipped with it. */
export type Choose = (place: Place, shape: Shape) => Choice

/** What a scan finds, in the order of the text. `leave` ends the innermost entered array or object. */
export type ScanEvent =
  | (Place & { readonly kind: 'enter'; readonly shape: 'array' | 'object' })
  | (Place & { readonly kind: 'value'; readonly text: string })
  | (Place & { readonly kind: 'leave' })

/** A scan of one JSON text that comes in pieces. Both throw a `JsonError` where the entered part is not JSON. */
export interface Scan {
  push(chunk: Uint8Array): readonly ScanEvent[]
  /** Says that the text is at its end. */
  end(): readonly ScanEvent[]
}

type Expect = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'next' | 'nothing'

/** An entered array or object. */
interface Level {
  readonly place: Place
  readonly shape: 'array' | 'object'
  key: string | number
}

/**
 * Scans a JSON text without holding more of it than one taken value. What is taken or skipped is not checked, only
 * delimited; depth does not matter, and nothing recurses.
 */
export function jsonScan(choose: Choose): Scan {
  const levels: Level[] = []
  let events: ScanEvent[] = []
  let expect: Expect = 'value'
  let open: Open | undefined
  let offset = 0

  const place = (): Place => ({ depth: levels.length, key: levels.at(-1)?.key })

  function begin(byte: number, at: number): number {
    const shape = byte === openArray ? 'array' : byte === openObject ? 'object' : 'plain'
    const here = place()
    const choice = choose(here, shape)
    if (choice === 'enter' && shape !== 'plain') {
      levels.push({ place: here, shape, key: shape === 'array' ? 0 : '' })
      events.push({ kind: 'enter', ...here, shape })
      expect = shape === 'array' ? 'value-or-end' : 'key-or-end'
      return at + 1
    }
    if (shape === 'plain' && byte !== quote && !/[-\w]/.test(String.fromCharCode(byte))) throw invalid(offset + at)
    open = opened(choice === 'skip' ? 'skip' : 'take', byte === quote ? 'string' : shape)
    return at
  }

  /** Takes as much of the open value as the chunk holds. Returns where it stops. */
  function go(value: Open, chunk: Buffer, from: number): number {
    const stop = endOf(value, chunk, from)
    const end = stop === -1 ? chunk.length : stop
    keep(value, chunk.subarray(from, end))
    if (stop !== -1) close(value, stop)
    return end
  }

  function close(value: Open, at: number): void {
    open = undefined
    const text = Buffer.concat(value.pieces).toString('utf8')
    const level = levels.at(-1)
    if (value.is === 'key') {
      if (level) level.key = nameOf(text, offset + at)
      expect = 'colon'
      return
    }
    if (value.is === 'take') events.push({ kind: 'value', ...place(), text })
    expect = level ? 'next' : 'nothing'
  }

  function leave(at: number, shape: 'array' | 'object'): void {
    const level = levels.pop()
    if (level?.shape !== shape) throw invalid(offset + at)
    events.push({ kind: 'leave', ...level.place })
    expect = levels.length > 0 ? 'next' : 'nothing'
  }

  /** One byte outside of every value. Returns where to go on. */
  function step(byte: number, at: number): number {
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1
    const ends = expect === 'next' || expect === 'value-or-end' || expect === 'key-or-end'
    if (ends && (byte === closeArray || byte === closeObject)) {
      leave(at, byte === closeArray ? 'array' : 'object')
      return at + 1
    }
    switch (expect) {
      case 'value':
      case 'value-or-end':
        return begin(byte, at)
      case 'key':
      case 'key-or-end':
        if (byte !== quote) throw invalid(offset + at)
        open = opened('key', 'string')
        return at
      case 'colon':
        if (byte !== colon) throw invalid(offset + at)
        expect = 'value'
        return at + 1
      case 'next': {
        const level = levels.at(-1)
        if (byte !== comma || !level) throw invalid(offset + at)
        if (typeof level.key === 'number') level.key++
        expect = level.shape === 'array' ? 'value' : 'key'
        return at + 1
      }
      case 'nothing':
        throw new JsonError('json-invalid', 'it is not valid JSON: there is more behind its end', offset + at)
      default:
        return expect satisfies never
    }
  }

  const flush = (): readonly ScanEvent[] => {
    const found = events
    events = []
    return found
  }

  return {
    push(bytes) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      for (let at = 0; at < chunk.length; ) at = open ? go(open, chunk, at) : step(chunk[at] ?? 0, at)
      offset += chunk.length
      return flush()
    },
    end() {
      if (open?.shape === 'plain' && levels.length === 0) close(open, 0)
      if (expect !== 'nothing') throw new JsonError('json-invalid', 'it is not valid JSON: it is cut short')
      return flush()
    },
  }
}

function nameOf(text: string, position: number): string {
  let name: unknown
  try {
    name = JSON.parse(text)
  } catch {
    throw invalid(position)
  }
  if (name === '__proto__') {
    throw new JsonError('json-proto-key', 'it has a key "__proto__", which is refused; rename the key', position)
  }
  return String(name)
}

function invalid(position: number): JsonError {
  return new JsonError('json-invalid', `it is not valid JSON from byte ${position + 1} on`, position)
}
