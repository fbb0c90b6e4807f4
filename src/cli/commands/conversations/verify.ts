import type { Command } from 'commander'
import { type Mismatch, type Verified, verifyConversation } from '../../../config/verify.ts'
import type { Conversation } from '../../../history/conversation.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { exitCodes, UsageError } from '../../exit-code.ts'
import { counted } from '../../print/figures.ts'
import { progress } from '../../print/progress.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { findConversation } from '../../read/find.ts'

interface Options {
  readonly all?: boolean
  readonly last?: boolean
}

/** What came of one conversation. */
interface Row extends Verified {
  readonly conversation: Pick<Conversation, 'id' | 'shortId' | 'title'>
}

/** `heddle verify [CONVERSATION]`: whether a history is what was written. */
export function addVerify(program: Command, context: Context): void {
  addCommand(program, 'verify [conversation]', 'check that a history is what was written, hash by hash', [
    'verify',
    'verify --all',
  ])
    .option('-a, --all', 'every conversation')
    .option('--last', 'the conversation that changed last')
    .action((reference: string | undefined, options: Options) => run(context, reference, options))
}

async function run(context: Context, reference: string | undefined, { all, last }: Options): Promise<void> {
  if (all === true && (reference !== undefined || last === true))
    throw new UsageError('--all checks every conversation: name none.')
  const workspace = await context.workspace()
  const conversations =
    all === true
      ? await workspace.store.conversations()
      : [await findConversation(workspace, reference, { last: last === true })]
  const shown = progress(context.io)
  const rows: Row[] = []
  for (const { id, shortId, title } of conversations) {
    const onProgress = (done: number, total: number): void => shown.update(done, total, title)
    rows.push({ conversation: { id, shortId, title }, ...(await verifyConversation(workspace, id, onProgress)) })
    if (context.io.signal.aborted) break
  }
  shown.end()
  const wrong = rows.reduce((sum, { mismatches }) => sum + mismatches.length, 0)
  context.print({ same: wrong === 0, conversations: rows }, () => rows.flatMap((row) => lines(row, context)))
  if (wrong > 0) context.endWith(exitCodes.failure)
}

function lines({ conversation, nodes, mismatches, purged }: Row, { style }: Context): string[] {
  const gone = purged === 0 ? '' : `, ${counted(purged, 'node')} purged`
  const state =
    mismatches.length === 0 ? style.green('same') : style.red(counted(mismatches.length, 'mismatch', 'mismatches'))
  const about = style.dim(
    `${sanitizeLine(conversation.title || '(no title)')} (${conversation.shortId}), ${counted(nodes, 'node')}${gone}`,
  )
  return [`${state} ${about}`, ...mismatches.map((mismatch) => `  ${style.yellow(mismatch.shortId)} ${what(mismatch)}`)]
}

function what({ kind, expected, got }: Mismatch): string {
  const name = kind === 'content' ? 'content' : 'hash'
  return `the ${name} should be ${expected.slice(0, 12)}, and is ${got === null ? 'not there' : got.slice(0, 12)}`
}
