import type { Command } from 'commander'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { count, minute } from '../../print/figures.ts'
import { nodeLine } from '../../print/node-line.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { table } from '../../print/table.ts'
import { headlines } from '../../read/headlines.ts'
import { nodeOrPlace, placeOf } from '../../read/place.ts'

interface InConversation {
  readonly conversation?: string
}

const where = ['-c, --conversation <id>', 'the conversation (default: the current one)'] as const

/** `heddle bookmark [NODE]`, `heddle bookmarks`: nodes to find again. */
export function addBookmarks(program: Command, context: Context): void {
  addCommand(program, 'bookmark [node]', 'bookmark a node (default: where you are)', [
    'bookmark',
    'bookmark k3x9 --label "the good ending"',
    'bookmark k3x9 --remove',
  ])
    .option('--label <text>', 'what to call it')
    .option('--remove', 'take the bookmark away')
    .option(...where)
    .action(
      async (
        reference: string | undefined,
        options: InConversation & { readonly label?: string; readonly remove?: boolean },
      ) => {
        const workspace = await context.workspace()
        const place = await placeOf(workspace, options.conversation)
        const node = await nodeOrPlace(workspace, place, reference)
        const label = options.remove === true ? null : (options.label ?? '')
        await workspace.store.bookmark(node.id, label, context.io.now())
        context.print({ node: node.id, shortId: node.shortId, label }, () => [context.style.yellow(node.shortId)])
        const named = label ? ` as ${sanitizeLine(label)}` : ''
        context.tell(context.errorStyle.dim(label === null ? 'bookmark taken away' : `bookmarked${named}`))
      },
    )
  addCommand(program, 'bookmarks', 'list the bookmarks of a conversation', ['bookmarks', 'bookmarks --json'])
    .option(...where)
    .action(async ({ conversation: named }: InConversation) => {
      const workspace = await context.workspace()
      const { conversation } = await placeOf(workspace, named)
      const bookmarks = await workspace.store.bookmarks(conversation.id)
      const found = await headlines(
        workspace,
        bookmarks.map(({ node }) => node),
      )
      const rows = bookmarks.map(({ node, label, at }, i) => ({ node, label, at, ...found[i] }))
      const { io, style } = context
      context.print(rows, () =>
        table(
          rows,
          [
            { title: '', value: () => '★', style: style.yellow },
            { title: 'id', value: ({ shortId }) => shortId ?? '', style: style.yellow },
            { title: 'label', value: ({ label }) => label, flexible: true },
            { title: 'author', value: ({ author }) => author ?? '', style: style.dim },
            { title: 'text', value: ({ text }) => text ?? '', flexible: true },
            { title: 'since', value: ({ at }) => minute(at), style: style.dim, optional: true },
          ],
          { width: io.stdout.columns, head: style.dim },
        ),
      )
      if (rows.length === 0) context.tell('There are no bookmarks. Set one with `heddle bookmark [NODE]`.')
    })
}

/** `heddle tag NODE [TAG…]`: words to find nodes by. */
export function addTag(program: Command, context: Context): void {
  addCommand(program, 'tag <node> [tag...]', 'tag a node, list its tags, or (with --list) the nodes with a tag', [
    'tag k3x9 draft funny',
    'tag k3x9 draft --remove',
    'tag k3x9',
    'tag --list draft',
  ])
    .option('--remove', 'take the tags away')
    .option('--list', 'list the nodes of the conversation that have this tag')
    .option(...where)
    .action(
      async (
        reference: string,
        tags: readonly string[],
        options: InConversation & { readonly remove?: boolean; readonly list?: boolean },
      ) => {
        const workspace = await context.workspace()
        const place = await placeOf(workspace, options.conversation)
        if (options.list === true) return await listTagged(context, place.conversation.id, reference)
        const node = await nodeOrPlace(workspace, place, reference)
        for (const tag of tags) await workspace.store.tag(node.id, tag, options.remove !== true)
        const now = await workspace.store.tags(node.id)
        context.print({ node: node.id, shortId: node.shortId, tags: now }, () => now.map(sanitizeLine))
      },
    )
}

async function listTagged(context: Context, conversation: string, tag: string): Promise<void> {
  const workspace = await context.workspace()
  const rows = await headlines(workspace, await workspace.store.tagged(conversation, tag))
  context.print({ tag, nodes: rows }, () => rows.map((node) => nodeLine(node, context)))
  context.tell(context.errorStyle.dim(`${count(rows.length)} tagged ${sanitizeLine(tag)}`))
}
