import type { Command } from 'commander'
import type { Conversation } from '../../../history/conversation.ts'
import type { SearchHit } from '../../../history/snippet.ts'
import { addCommand } from '../../command.ts'
import type { Context, Style } from '../../context.ts'
import { UsageError } from '../../exit-code.ts'
import { wholeNumber } from '../../parse-option.ts'
import { authorStyle } from '../../print/author.ts'
import { count, counted } from '../../print/figures.ts'
import { nodeLine } from '../../print/node-line.ts'
import { progress } from '../../print/progress.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { type Headline, headlines } from '../../read/headlines.ts'
import { placeOf } from '../../read/place.ts'
import { readTree, unreadNodes } from '../../read/tree.ts'

interface InConversation {
  readonly conversation?: string
}

/** A conversation as JSON refers to it. */
type Reference = Pick<Conversation, 'id' | 'shortId' | 'title'>

interface SearchOptions extends InConversation {
  readonly ancestry?: boolean
  readonly all?: boolean
  readonly limit: number
}

/** `heddle search QUERY`: nodes by their words. */
export function addSearch(program: Command, context: Context): void {
  addCommand(program, 'search <query...>', 'find nodes by words and "quoted phrases"', [
    'search tokenizer',
    `search '"prompt cache" miss' --ancestry`,
    'search tokenizer --all',
  ])
    .option('--ancestry', 'only what stands above where you are')
    .option('-a, --all', 'in all conversations')
    .option('-n, --limit <count>', 'how many', wholeNumber(1), 20)
    .option('-c, --conversation <id>', 'the conversation (default: the current one)')
    .action((query: readonly string[], options: SearchOptions) => search(context, query.join(' '), options))
}

async function search(context: Context, query: string, options: SearchOptions): Promise<void> {
  if (options.all === true && (options.ancestry ?? options.conversation) !== undefined)
    throw new UsageError('--all searches every conversation: leave --ancestry and --conversation out.')
  const { store } = await context.workspace()
  const within = options.all === true ? {} : await scopeOf(context, options)
  const shown = progress(context.io)
  const onProgress = (done: number, total: number): void => shown.update(done, total, 'reading what was said')
  const hits = await store.search(query, { ...within, limit: options.limit, onProgress }).finally(() => shown.end())
  const rows: (Headline & Pick<SearchHit, 'snippet'> & { readonly conversation: Reference })[] = []
  for (const hit of hits) {
    const node = await store.node(hit.node)
    const conversation = await store.conversation(hit.conversation)
    if (node && conversation)
      rows.push({
        id: node.id,
        shortId: node.shortId,
        author: node.author,
        text: hit.snippet.text,
        conversation: { id: conversation.id, shortId: conversation.shortId, title: conversation.title },
        snippet: hit.snippet,
      })
  }
  const { style } = context
  context.print({ query, hits: rows }, () =>
    rows.map(({ shortId, author, conversation, snippet }) => {
      const place = options.all === true ? `${style.dim(sanitizeLine(conversation.shortId))} ` : ''
      return `${place}${style.yellow(shortId)} ${authorStyle(author, style)(author)} ${highlighted(snippet, style)}`
    }),
  )
  context.tell(context.errorStyle.dim(rows.length === 0 ? 'nothing found' : counted(rows.length, 'node')))
}

async function scopeOf(context: Context, { conversation: named, ancestry }: SearchOptions): Promise<object> {
  const workspace = await context.workspace()
  const { conversation, branch } = await placeOf(workspace, named)
  if (ancestry !== true || branch.head === null) return { conversation: conversation.id }
  return { conversation: conversation.id, route: await workspace.store.route(branch.head, branch.id) }
}

/** A snippet on one line, what was found in bold. */
function highlighted({ text, ranges }: SearchHit['snippet'], style: Style): string {
  const line = (piece: string): string => sanitizeLine(piece.replace(/\s+/gu, ' '))
  let result = ''
  let at = 0
  for (const [from, to] of ranges) {
    result += line(text.slice(at, from)) + style.bold(style.red(line(text.slice(from, to))))
    at = to
  }
  return (result + line(text.slice(at))).trim()
}

/** `heddle unread`: nodes that nobody has gone to. */
export function addUnread(program: Command, context: Context): void {
  addCommand(program, 'unread', 'list the nodes that nobody went to and no branch leads through, the oldest first', [
    'unread',
    'unread --limit 5',
  ])
    .option('-n, --limit <count>', 'how many', wholeNumber(1), 20)
    .option('-c, --conversation <id>', 'the conversation (default: the current one)')
    .action(async ({ limit, conversation: named }: InConversation & { readonly limit: number }) => {
      const workspace = await context.workspace()
      const { conversation } = await placeOf(workspace, named)
      const ids = await unreadNodes(workspace, await readTree(workspace, conversation.id, undefined), limit + 1)
      const rows = await headlines(workspace, ids.slice(0, limit))
      context.print({ nodes: rows, more: ids.length > limit }, () => rows.map((node) => nodeLine(node, context)))
      const more = ids.length > limit ? ', and more (--limit)' : ''
      context.tell(
        context.errorStyle.dim(
          rows.length === 0 ? 'everything has been visited' : `${count(rows.length)} unread${more}`,
        ),
      )
    })
}
