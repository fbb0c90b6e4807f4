import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../core/content/json.ts'
import type { TextSource } from '../format.ts'
import { textSource } from '../text-source.ts'
import type { Choose } from './scan.ts'
import { elementsOf, fieldsBeside, type JsonItem, jsonItems } from './values.ts'

/** A source that gives its bytes in pieces of that size, in one buffer that is used again. */
function inPieces(text: string, size: number): TextSource {
  const bytes = Buffer.from(text)
  return {
    ...textSource('x', text),
    async *chunks() {
      const buffer = Buffer.alloc(size)
      for (let from = 0; from < bytes.length; from += size) {
        const length = bytes.copy(buffer, 0, from, from + size)
        yield buffer.subarray(0, length)
      }
    },
  }
}

async function all(items: AsyncIterable<JsonItem>): Promise<JsonItem[]> {
  const found: JsonItem[] = []
  for await (const item of items) found.push(item)
  return found
}

/** Puts entered arrays and objects together again. */
function rebuild(items: readonly JsonItem[]): Json | undefined {
  const open: { readonly key: string | number | undefined; readonly held: [string | number, Json][]; list: boolean }[] =
    [{ key: undefined, held: [], list: true }]
  for (const item of items) {
    if (item.kind === 'enter') open.push({ key: item.key, held: [], list: item.shape === 'array' })
    else if (item.kind === 'value') open.at(-1)?.held.push([item.key ?? 0, item.value])
    else if (item.kind === 'leave') {
      const { key, held, list } = open.pop() ?? { key: undefined, held: [], list: true }
      open.at(-1)?.held.push([key ?? 0, list ? held.map(([, value]) => value) : Object.fromEntries(held)])
    } else throw new Error(item.message)
  }
  return open[0]?.held[0]?.[1]
}

const json = fc.json({ maxDepth: 4 }).filter((text) => !text.includes('__proto__'))

describe('a scan', () => {
  it('finds what JSON.parse finds, whatever is entered and wherever the pieces are cut', async () => {
    await fc.assert(
      fc.asyncProperty(json, fc.integer({ min: 1, max: 7 }), fc.nat(5), fc.nat(3), async (text, size, deep, indent) => {
        const choose: Choose = ({ depth }) => (depth < deep ? 'enter' : 'take')
        const value = JSON.parse(text) as Json
        const written = `\n${JSON.stringify(value, null, indent)} `
        expect(rebuild(await all(jsonItems(inPieces(written, size), choose)))).toEqual(value)
      }),
      { numRuns: 500 },
    )
  })

  it('passes over what is not asked for, and gives the rest one by one', async () => {
    const source = textSource('x', '{"a":{"b":["]}\\\\\\""]},"list":[1,{"c":2},[3]],"d":null}')
    const items = await all(elementsOf(source, 'list'))
    expect(items.flatMap((item) => (item.kind === 'value' ? [item.value] : []))).toEqual([1, { c: 2 }, [3]])
    expect(await fieldsBeside(source, 'list')).toEqual({ a: { b: [']}\\"'] }, d: null })
  })

  it('gives what was complete before a cut, then says that it is cut short', async () => {
    const items = await all(elementsOf(textSource('x', '[{"a":1},{"b":2},{"c":'), ''))
    expect(items).toMatchObject([
      { kind: 'enter' },
      { kind: 'value', value: { a: 1 } },
      { kind: 'value', value: { b: 2 } },
      { kind: 'broken', message: expect.stringContaining('cut short') },
    ])
  })

  it('refuses a value that is too deep or has a key __proto__, and goes on behind it', async () => {
    const deep = `${'['.repeat(300)}${']'.repeat(300)}`
    const items = await all(elementsOf(textSource('x', `[1,${deep},{"a":{"__proto__":1}},2]`), ''))
    expect(items.map(({ kind }) => kind)).toEqual(['enter', 'value', 'damaged', 'damaged', 'value', 'leave'])
  })

  it('refuses the name __proto__ in an entered object, also when it is written with escapes', async () => {
    for (const name of ['__proto__', '\\u005f_proto__']) {
      const items = await all(jsonItems(textSource('x', `{"a":1,"${name}":2}`), () => 'enter'))
      expect(items.at(-1)).toMatchObject({ kind: 'broken', message: expect.stringContaining('__proto__') })
    }
  })

  it.each(['', '{', '[1,]', '{"a"}', '{"a":1,}', '[1]]', '[1}', '1 2', '{1:2}', '[1 2]', 'x,'])(
    'says that %j is not JSON',
    async (text) => {
      const items = await all(jsonItems(textSource('x', text), ({ depth }) => (depth === 0 ? 'enter' : 'take')))
      expect(items.at(-1)?.kind === 'broken' || items.some(({ kind }) => kind === 'damaged')).toBe(true)
    },
  )

  it('goes through arrays in arrays without recursion', async () => {
    const deep = 100_000
    const items = await all(jsonItems(textSource('x', '['.repeat(deep) + ']'.repeat(deep)), () => 'enter'))
    expect(items).toHaveLength(2 * deep)
  })
})
