import type { Command } from 'commander'
import { type Attached, attachBundle, detachBundle } from '../../../config/bundles/attach.ts'
import { findBundle, readShelf } from '../../../config/bundles/shelf.ts'
import type { Conversation } from '../../../history/conversation.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { findConversation } from '../../read/find.ts'

/** `heddle bundle attach|detach NAME [CONVERSATION]` */
export function addAttach(bundle: Command, context: Context): void {
  addCommand(bundle, 'attach <name> [conversation]', "let a bundle go along with a conversation's calls", [
    'bundle attach garden',
  ]).action(async (name: string, reference: string | undefined) => {
    const workspace = await context.workspace()
    findBundle(await readShelf(workspace), name)
    const conversation = await findConversation(workspace, reference)
    const attached = await attachBundle(workspace, conversation, name)
    tell(context, conversation, attached, `${sanitizeLine(name)} goes along already.`)
  })
  addCommand(bundle, 'detach <name> [conversation]', 'take a bundle away from a conversation', [
    'bundle detach garden',
  ]).action(async (name: string, reference: string | undefined) => {
    const workspace = await context.workspace()
    const conversation = await findConversation(workspace, reference)
    const attached = await detachBundle(workspace, conversation, name)
    tell(context, conversation, attached, `${sanitizeLine(name)} was not attached.`)
  })
}

function tell(
  context: Context,
  { id, shortId, title }: Conversation,
  { bundles, changed }: Attached,
  unchanged: string,
): void {
  context.print({ conversation: { id, shortId }, bundles, changed }, () => [...bundles.map(sanitizeLine)])
  const what = bundles.length === 0 ? 'No bundle goes along' : 'These go along'
  const told = `${what} with ${sanitizeLine(title || '(no title)')} (${shortId}).`
  context.tell(context.errorStyle.dim(changed ? told : `${unchanged} ${told}`))
}
