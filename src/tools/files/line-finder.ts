import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ToolRefused } from '../refusal.ts'

/** A line that has what was looked for: its number from 1, and where in it that begins. */
export interface FoundLine {
  readonly line: number
  readonly at: number
}

/** Looks for something in texts, line by line. */
export interface LineFinder {
  /** The first lines that have it, so many at the most; undefined where a text took too long. */
  find(lines: readonly string[], most: number): Promise<readonly FoundLine[] | undefined>
  close(): Promise<void>
}

/** Finds a text as it stands. */
export function textFinder(text: string, { ignoreCase }: { readonly ignoreCase: boolean }): LineFinder {
  const fold = (each: string): string => (ignoreCase ? each.toLowerCase() : each)
  const sought = fold(text)
  return {
    async find(lines, most) {
      const found: FoundLine[] = []
      for (let line = 0; line < lines.length && found.length < most; line++) {
        const at = fold(lines[line] ?? '').indexOf(sought)
        if (at !== -1) found.push({ line: line + 1, at })
      }
      return found
    },
    async close() {},
  }
}

/**
 * Finds a regular expression. It runs beside the program, for so many milliseconds a text at the most: some expressions
 * never end. Throws ToolRefused where it is none.
 */
export function expressionFinder(
  source: string,
  { ignoreCase, patience = 1000 }: { readonly ignoreCase: boolean; readonly patience?: number },
): LineFinder {
  const flags = ignoreCase ? 'i' : ''
  try {
    new RegExp(source, flags)
  } catch (error) {
    throw new ToolRefused(`This is no regular expression: ${error instanceof Error ? error.message : String(error)}.`)
  }
  let worker: Worker | undefined
  const stop = async (): Promise<void> => {
    const stopped = worker
    worker = undefined
    await stopped?.terminate()
  }
  return {
    async find(lines, most) {
      worker ??= await started(new Worker(finderScript, { eval: true, env: {}, workerData: { source, flags } }))
      const answer = await answerOf(worker, { lines, most }, patience)
      if (answer === undefined) await stop()
      return answer
    },
    close: stop,
  }
}

/** What the other thread does. It stands here as a text because a program in one file has no second one to start. */
const finderScript = `
const { parentPort, workerData } = require('node:worker_threads')
const expression = new RegExp(workerData.source, workerData.flags)
parentPort.on('message', ({ lines, most }) => {
  const found = []
  for (let line = 0; line < lines.length && found.length < most; line++) {
    const match = expression.exec(lines[line])
    if (match) found.push({ line: line + 1, at: match.index })
  }
  parentPort.postMessage(found)
})`

/** Its time counts from when it runs. */
async function started(worker: Worker): Promise<Worker> {
  await once(worker, 'online')
  return worker
}

async function answerOf(worker: Worker, question: object, patience: number): Promise<FoundLine[] | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<FoundLine[] | undefined>()
  const timer = setTimeout(() => resolve(undefined), patience)
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.postMessage(question)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.removeListener('message', resolve)
    worker.removeListener('error', reject)
  }
}
