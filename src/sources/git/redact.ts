/**
 * A text of git's or of a server's, fit for a message: no credentials of addresses, no control characters, the last
 * 2,000 characters.
 */
export function presentable(text: string): string {
  const plain = text
    .replace(/:\/\/\S{0,2000}@/g, '://***@')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/\x1b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/\p{Cc}+/gu, (run) => (run.includes('\n') ? '\n' : ' '))
    .trim()
  return plain.length > 2000 ? `…${plain.slice(-2000).toWellFormed()}` : plain
}
