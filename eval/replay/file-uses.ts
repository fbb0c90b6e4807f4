import { type FileAccess, fileAccess } from '../../src/formats/files/file-tools.ts'
import { listOf } from '../../src/formats/shape.ts'
import type { Block, Message } from './request.ts'

/** A file that a message shows as the result of a read. */
export interface FileRead {
  readonly way: 'read'
  readonly path: string
  readonly result: Extract<Block, { type: 'tool_result' }>
}

/** A call that changes a file. */
export interface FileWrite {
  readonly way: 'write'
  readonly path: string
}

/** What becomes of files. */
export type FileUse = FileRead | FileWrite

/**
 * What messages do to files, in order: a read stands where its result is, a write where its call is. Calls are known by
 * name and input; one that reads several files at once is none, since its result does not say what belongs to which.
 */
export function fileUsesIn(messages: readonly Message[]): FileUse[] {
  const read = new Map<string, string>()
  const uses: FileUse[] = []
  for (const { content } of messages) {
    for (const block of content) {
      if (block.type === 'tool_use') {
        const access = accessOf(block)
        if (access?.way === 'read') read.set(block.id, access.path)
        else if (access) uses.push({ way: 'write', path: access.path })
      } else if (block.type === 'tool_result' && block.is_error !== true) {
        const path = read.get(block.tool_use_id)
        if (path !== undefined) uses.push({ way: 'read', path, result: block })
      }
    }
  }
  return uses
}

function accessOf({ name, input }: Extract<Block, { type: 'tool_use' }>): FileAccess | undefined {
  const [only, ...others] = listOf(input.files)
  if (only === undefined) return fileAccess(name, input)
  return others.length === 0 ? fileAccess(name.replace(/s$/, ''), only) : undefined
}

const lineNumber = /^\s*\d+(?:→|\t|:| \| )/
const shortestLine = 4

/** The lines that a read shows, without line numbers and outer blanks; those of less than 4 characters are left out. */
export function linesShown(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(lineNumber, '').trim())
    .filter((line) => line.length >= shortestLine)
}
