import type { AuthorType } from '../../core/content/part.ts'
import { utcClock, utcMinute } from './time.ts'
import { counted, quoted, separator, unitOf } from './words.ts'

/** A node that an agent keeps by it, with the size of its text. */
export interface ShownPin {
  readonly shortId: string
  readonly author: AuthorType
  readonly createdAt: number
  readonly size: number
}

/** What an agent put away under a label, with its size. */
export interface ShownStash {
  readonly label: string
  readonly items: number
  readonly size: number
  /** It is in sight. */
  readonly recalled: boolean
}

/** Something an agent did: the operation with what it was about, and `ok` or the code of what went wrong. */
export interface Action {
  readonly name: string
  readonly about: string
  readonly outcome: string
  /** Unix milliseconds. */
  readonly at: number
}

/** An agent's operational memory as it is shown: pins, stashes, and its last actions, oldest first. */
export interface ShownMemory {
  readonly pins: readonly ShownPin[]
  readonly stashes: readonly ShownStash[]
  readonly actions: readonly Action[]
  /** The id of the measure of all sizes. */
  readonly measure: string
}

/** The operational memory as a block of text; it says so where there is nothing in it. */
export function memoryText(memory: ShownMemory): string {
  const { pins, stashes, actions, measure } = memory
  const lines = [
    ...(pins.length === 0 ? [] : [`Pinned (size in ${unitOf(measure)}):`, ...pins.map(pinEntry)]),
    ...(stashes.length === 0 ? [] : [`Stashed (size in ${unitOf(measure)}), out of sight until recalled:`]),
    ...stashes.map(stashEntry),
    ...(actions.length === 0 ? [] : ['Your last actions:', ...actions.map(actionEntry)]),
  ]
  return ['[memory]', ...(lines.length === 0 ? ['empty'] : lines)].join('\n')
}

/** The operational memory in one line, for where the whole block does not fit. */
export function memoryCard({ pins, stashes, actions }: ShownMemory): string {
  const facts = [
    ...counted(pins.length, 'pin'),
    ...counted(stashes.length, 'stash', 'stashes'),
    ...counted(actions.length, 'recent action'),
  ]
  return `[memory: ${facts.length === 0 ? 'empty' : facts.join(separator)}]`
}

/** The line above the text of a node that is kept in sight. */
export function pinLine({ shortId, author, createdAt }: Omit<ShownPin, 'size'>): string {
  return `[pinned ${shortId} ${author} ${utcMinute(createdAt)}]`
}

/** The line above a text of the agent's own that was recalled. */
export function noteLine(label: string): string {
  return `[recalled ${quoted(label)}]`
}

function pinEntry({ shortId, author, size }: ShownPin): string {
  return `- ${shortId} ${author}${separator}${size}`
}

function stashEntry({ label, items, size, recalled }: ShownStash): string {
  const facts = [quoted(label), ...counted(items, 'item'), String(size), ...(recalled ? ['recalled'] : [])]
  return `- ${facts.join(separator)}`
}

function actionEntry({ name, about, outcome, at }: Action): string {
  return `- ${utcClock(at)} ${name}${about === '' ? '' : ` ${quoted(about)}`}: ${outcome}`
}
