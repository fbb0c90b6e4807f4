import type { ProblemEntry, TextSource } from '../format.ts'
import { tryParseJson } from '../json.ts'
import { jsonLine, jsonLines, leftOut } from '../json-lines.ts'
import { jsonScan } from '../stream/scan.ts'
import { type ChatItem, documentsOf, isMessage } from './documents.ts'
import { type Broken, itemsOfWhole } from './whole.ts'

/**
 * What a file of chat messages holds, in its order, one message at a time. It is one JSON value (an array of messages,
 * an object with `messages`, an array of such objects), or has one of these or one message on each line. `member` is
 * the name that the messages stand under.
 */
export async function* chatItems(source: TextSource, member = 'messages'): AsyncIterable<ChatItem> {
  if (await isByLine(source)) {
    yield* itemsByLine(source)
    return
  }
  let found = false
  for await (const item of itemsOfWhole(source, member)) {
    if (item.kind === 'broken' && item.before === 0 && (await hasReadableLine(source))) {
      yield* itemsByLine(source)
      return
    }
    found = true
    yield item.kind === 'broken' ? brokenOff(item) : item
  }
  if (!found) yield leftOut(undefined, 'there are no messages in it')
}

function brokenOff({ before, message }: Broken): ProblemEntry {
  if (before === 0) return leftOut(undefined, message)
  return { kind: 'problem', message: `The file was read up to message ${before}; the rest was left out: ${message}.` }
}

/**
 * Whether each line is a value of its own. The first two lines tell: one of them is, and not the last line of a longer
 * value. Where the first is longer than the sample, it is looked through to its end.
 */
async function isByLine(source: TextSource): Promise<boolean> {
  const { text } = source.sample
  const lines = text.split('\n')
  if (Buffer.byteLength(text) + 3 < source.size) lines.pop()
  if (lines.length === 0) return await goesOn(source)
  for (const line of lines.filter((each) => each.trim() !== '').slice(0, 2)) {
    const value = tryParseJson(line)
    if (value !== undefined && (isMessage(value) || documentsOf(value))) return true
    if (line.trim().length <= 2) return false
  }
  return false
}

/** Whether there is more behind the end of the first JSON value. */
async function goesOn(source: TextSource): Promise<boolean> {
  const scan = jsonScan(() => 'skip')
  try {
    for await (const chunk of source.chunks()) scan.push(chunk)
    return false
  } catch {
    return true
  }
}

async function* itemsByLine(source: TextSource): AsyncIterable<ChatItem> {
  for await (const item of jsonLines(source.lines())) {
    if (item.kind === 'problem') {
      yield item
      continue
    }
    const { value, number: line } = item
    const documents = isMessage(value) ? undefined : documentsOf(value, line)
    if (isMessage(value)) yield { kind: 'message', message: value, line }
    else if (documents) yield* documents
    else yield leftOut(line, 'it is no message and holds none')
  }
}

/** Whether lines behind damaged ones can still be read. */
async function hasReadableLine(source: TextSource): Promise<boolean> {
  for await (const line of source.lines()) {
    const item = jsonLine(line)
    if (item.kind === 'line' && (isMessage(item.value) || documentsOf(item.value))) return true
  }
  return false
}
