/** What a person said: a message to the model, or a command to the chat. */
export type Said =
  | { readonly kind: 'message'; readonly text: string }
  /** `rest` is what stands behind the name, as it was typed. */
  | { readonly kind: 'command'; readonly name: string; readonly rest: string }

/** A line that begins with `/` and a name is a command; one that begins with `//` is a message with one of them. */
export function readSaid(text: string): Said {
  if (text.startsWith('//')) return { kind: 'message', text: text.slice(1) }
  const found = /^\/(\S*)(?:\s+([\s\S]*))?$/.exec(text)
  // A path is no command.
  if (!found || (found[1] ?? '').includes('/')) return { kind: 'message', text }
  return { kind: 'command', name: found[1] ?? '', rest: (found[2] ?? '').trim() }
}
