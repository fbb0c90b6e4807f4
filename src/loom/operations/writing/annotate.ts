import { findNodeOrHead, nodeName, writtenText } from '../find.ts'
import { type Operation, operation } from '../operation.ts'
import { write } from './write.ts'

/** Writes a note about a node, on no path. */
export const annotate: Operation = operation(
  {
    name: 'annotate',
    permission: 'loom_write',
    about: 'Write a note about a node (default: where you are). Notes are not part of the conversation.',
  },
  { node: nodeName.optional(), text: writtenText },
  async (engine, loom, { node: name, text }) => {
    const about = await findNodeOrHead(engine.store, loom, name)
    const [note] = await write(engine, loom, [{ parent: about.id, parts: asParts(text), annotation: true }])
    return { result: { note: note?.shortId ?? null, about: about.shortId } }
  },
)

function asParts(text: string): { readonly kind: 'text'; readonly text: string }[] {
  return [{ kind: 'text', text }]
}
