import { writeText } from 'tinyclip'
import { HeddleError } from '../../core/errors.ts'

/** There is no clipboard here, or no program that reaches it. `code` is `no-clipboard`. */
class NoClipboard extends HeddleError {
  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause)
    super(
      'no-clipboard',
      `The clipboard cannot be reached: ${why}. On Linux install wl-clipboard, xclip or xsel; or write to a file with -o FILE.`,
      { cause },
    )
  }
}

/** Puts a text on the system's clipboard. Throws NoClipboard. */
export async function copyToClipboard(text: string): Promise<void> {
  await writeText(text).catch((error: unknown) => {
    throw new NoClipboard(error)
  })
}
