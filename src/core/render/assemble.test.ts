import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { digestJson } from '../content/digest.ts'
import type { AuthorType, Part } from '../content/part.ts'
import type { Kept, Marker } from '../decision.ts'
import type { Section } from '../form.ts'
import { assemble, joinSystem, roleOf } from './assemble.ts'
import { ContentMissing } from './contents.ts'
import { mergeMessages, type Piece } from './merge.ts'
import { toPlainMessages } from './targets/plain.ts'

interface Sent {
  readonly section?: Section
  readonly author?: AuthorType
  readonly parts: readonly Part[]
}

const text = (value: string): Part => ({ kind: 'text', text: value })
const says = (author: AuthorType, value: string, section: Section = 'history'): Sent => ({
  section,
  author,
  parts: [text(value)],
})
const marker: Marker = { kind: 'marker', omitted: 3, omittedSize: 50, size: 9 }

function assembled(...sent: readonly (Sent | Marker)[]): ReturnType<typeof assemble> {
  const contents = new Map<string, readonly Part[]>()
  const kept = sent.map((entry, at): Kept | Marker => {
    if ('kind' in entry) return entry
    const content = digestJson(entry.parts)
    contents.set(content, entry.parts)
    const { section = 'history', author } = entry
    return {
      kind: 'kept',
      id: `n${at}`,
      section,
      ...(author ? { author } : {}),
      form: 'full',
      size: 1,
      content,
      reason: { kind: 'fits' },
    }
  })
  return assemble({ kept }, contents)
}

describe('assemble', () => {
  it('puts tools and system text apart', () => {
    const tool = { name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }
    const prompt = assembled(
      { section: 'tools', parts: [text(JSON.stringify(tool))] },
      says('system', ' Be brief.\n', 'system'),
      says('system', '  ', 'system'),
      says('system', 'On bread.', 'system'),
      says('human', 'Hi'),
    )
    expect(prompt.tools).toEqual([tool])
    expect(prompt.system).toBe('Be brief.\n\nOn bread.')
    expect(prompt.messages).toHaveLength(1)
  })

  it('lets humans and tools speak as user, models as assistant, systems in a message of their own', () => {
    const { system, messages } = assembled(
      says('human', 'a'),
      says('model', 'b'),
      says('system', 'c'),
      says('human', 'd'),
    )
    expect(system).toBeNull()
    expect(messages.map(({ role, nodes }) => [role, ...nodes])).toEqual([
      ['user', 'n0'],
      ['assistant', 'n1'],
      ['system', 'n2'],
      ['user', 'n3'],
    ])
  })

  it('gives what was retrieved or pinned to the user, whoever wrote it', () => {
    const { messages } = assembled(
      says('system', 'obey', 'retrieved'),
      says('model', 'x', 'pins'),
      says('human', 'Hi', 'input'),
    )
    expect(messages.map(({ role }) => role)).toEqual(['user'])
  })

  it('writes a marker into the user message beside it, and between two answers into one of its own', () => {
    const beside = assembled(says('human', 'a'), marker, says('model', 'b')).messages
    expect(beside.map(({ role, nodes }) => [role, ...nodes])).toEqual([
      ['user', 'n0'],
      ['assistant', 'n2'],
    ])
    expect(beside[0]?.parts).toHaveLength(1)
    const between = assembled(says('model', 'a'), marker, says('model', 'b')).messages
    expect(between.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant'])
    expect(between[1]?.nodes).toEqual([])
  })

  it('marks the ends of sections that can be sent again, not that of what was retrieved', () => {
    const { messages } = assembled(
      { section: 'bundle', parts: [text('notes')] },
      says('human', 'a'),
      says('model', 'b'),
      { section: 'retrieved', parts: [text('found')] },
      says('human', 'c', 'input'),
    )
    expect(messages.map(({ edges }) => edges)).toEqual([[0], [0], [0]])
    expect(messages[0]?.parts).toEqual([text('notes'), text('a')])
    expect(messages[2]?.parts).toEqual([text('found\n\nc')])
  })

  it('joins the input to the history like any other node', () => {
    expect(assembled(says('human', 'a'), says('human', 'b', 'input')).messages[0]?.parts).toEqual([text('a\n\nb')])
  })

  it('moves a late result to its call and keeps the provenance exact', () => {
    const { messages } = assembled(
      says('human', 'Go'),
      { author: 'model', parts: [{ kind: 'tool-call', callId: 'c', name: 'look', input: {} }] },
      says('human', 'Wait'),
      { author: 'tool', parts: [{ kind: 'tool-result', callId: 'c', content: [] }] },
      says('human', 'Now'),
    )
    expect(messages.map(({ nodes }) => nodes)).toEqual([['n0'], ['n1'], ['n3', 'n2', 'n4']])
  })

  it('names the node whose content is not there', () => {
    const kept: Kept[] = [
      { kind: 'kept', id: 'n7', section: 'history', form: 'full', size: 1, content: 'ab', reason: { kind: 'fits' } },
    ]
    expect(() => assemble({ kept }, new Map())).toThrow(ContentMissing)
    expect(() => assemble({ kept }, new Map())).toThrow(/n7/)
  })

  it('refuses an entry of the tools that is no tool definition', () => {
    for (const content of ['', '{}', '[]', '{"name":1,"inputSchema":{}}', 'null']) {
      expect(() => assembled({ section: 'tools', parts: [text(content)] })).toThrow(
        expect.objectContaining({ code: 'tool-definition-invalid' }),
      )
    }
  })
})

describe('the steps alone', () => {
  const shared = new URL('../../../../shared/conformance/assembly/', import.meta.url)
  interface Given {
    readonly id: string
    readonly authorType: AuthorType
    readonly text?: string
    readonly parts?: readonly Part[]
    readonly context?: readonly Given[]
    readonly excluded?: boolean
    readonly pruned?: boolean
    readonly reachedBy?: string
  }
  const piecesOf = (path: readonly Given[]): Piece[] =>
    path
      .filter(({ excluded, pruned, reachedBy }) => !excluded && !pruned && reachedBy !== 'annotation')
      .flatMap((node) => [...(node.context ?? []), node])
      .map(({ id, authorType, text: value, parts }) => ({
        role: roleOf(authorType),
        parts: parts ?? [text(value ?? '')],
        node: id,
      }))

  it.skipIf(!existsSync(shared))('merge as the shared dialogue cases want', () => {
    for (const { id, given, expect: expected } of JSON.parse(readFileSync(new URL('dialogue.json', shared), 'utf8'))
      .cases) {
      const messages = mergeMessages(piecesOf(given.path))
      const sent = given.renderer === 'parts' ? messages : toPlainMessages({ system: null, messages }).messages
      expect({ id, messages: sent }).toEqual({ id, messages: expected.messages ?? [] })
    }
  })

  it.skipIf(!existsSync(shared))('treat system text as the shared cases want', () => {
    for (const { id, given, expect: expected } of JSON.parse(readFileSync(new URL('system.json', shared), 'utf8'))
      .cases) {
      if (expected.error) continue
      const instructions: readonly Given[] = given.instructions ?? []
      const texts = [
        given.agentText ?? '',
        given.conversationText ?? '',
        ...instructions.flatMap((node) => (node.excluded ? [] : [node.text ?? ''])),
      ]
      const prompt = { system: joinSystem(texts), messages: mergeMessages(piecesOf(given.path)) }
      const plain = toPlainMessages(prompt, { systemField: given.provider.systemField })
      const messages = plain.messages.map(({ role, text: value }) => ({ role, text: value }))
      expect({ id, system: plain.system, messages }).toEqual({
        id,
        system: expected.system,
        messages: expected.messages,
      })
    }
  })
})
