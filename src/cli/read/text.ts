import { HeddleError } from '../../core/errors.ts'
import { UsageError } from '../exit-code.ts'
import type { Io } from '../io.ts'

/** Standard input that is not text. `code` is `not-text`. */
class NotText extends HeddleError {
  constructor(what: string) {
    super('not-text', `Standard input ${what}. Pass UTF-8 text.`)
  }
}

/**
 * The text of an argument, or of standard input where the argument is `-`, or absent while input is piped in; one line end
 * behind it is dropped. Throws UsageError where there is none, NotText.
 */
export async function readText(io: Io, argument: string | undefined, what: string): Promise<string> {
  if (argument === undefined && io.stdin.terminal)
    throw new UsageError(`${what} is missing. Give it as an argument, or - to read it from standard input.`)
  const text = argument === undefined || argument === '-' ? decode(await io.stdin.read()) : argument
  if (text.trim() === '') throw new UsageError(`${what} is empty. Nothing was written.`)
  return text
}

function decode(data: Uint8Array): string {
  if (data.includes(0)) throw new NotText('is binary')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data).replace(/\r?\n$/, '')
  } catch {
    throw new NotText('is not UTF-8')
  }
}
