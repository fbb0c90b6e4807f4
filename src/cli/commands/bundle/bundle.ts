import type { Command } from 'commander'
import { changeBundle, createBundle, deleteBundle } from '../../../config/bundles/change.ts'
import { missingItems } from '../../../config/bundles/missing-items.ts'
import type { Conversation } from '../../../history/conversation.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { UsageError } from '../../exit-code.ts'
import { counted } from '../../print/figures.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { addAttach } from './attach.ts'
import { addCompile } from './compile.ts'
import { itemOf } from './item.ts'
import { addList, addShow } from './list.ts'
import { addSet } from './set.ts'

/** `heddle bundle …`: named contexts of a workspace. */
export function addBundle(program: Command, context: Context): void {
  const bundle = addCommand(
    program,
    'bundle',
    'named contexts: files, folders and notes, and how they are put together',
    [
      'bundle create garden notes/plan.md notes/beds',
      'bundle set garden link_depth 1',
      'bundle compile garden -o garden.md',
      'bundle attach garden',
    ],
  )
  addCommand(bundle, 'create <name> [items...]', 'make a bundle', [
    'bundle create garden notes/plan.md "notes/**/*.md"',
    'bundle create release CHANGELOG.md "docs/plan.md#Next" bundle:garden',
  ]).action(async (name: string, given: readonly string[]) => {
    const workspace = await context.workspace()
    const items = itemsOf(workspace.paths.root, context.io.cwd, given, true)
    tell(context, await createBundle(workspace, name, items))
    await tellMissing(context, items)
  })
  addCommand(
    bundle,
    'add <name> <items...>',
    'add items: files, folders, globs, note.md#Heading, note.md^block, bundle:NAME',
    ['bundle add garden notes/roses.md', 'bundle add garden notes/private --not'],
  )
    .option('--not', 'items that are kept out, although a folder or a link would bring them')
    .action(async (name: string, given: readonly string[], { not }: { readonly not?: boolean }) => {
      const workspace = await context.workspace()
      const added = itemsOf(workspace.paths.root, context.io.cwd, given, not !== true)
      tell(context, await changeBundle(workspace, name, (held) => ({ ...held, items: { ...held.items, ...added } })))
      await tellMissing(context, added)
    })
  addCommand(bundle, 'remove <name> <items...>', 'take items away', ['bundle remove garden notes/roses.md']).action(
    async (name: string, given: readonly string[]) => {
      const workspace = await context.workspace()
      const gone = new Set(Object.keys(itemsOf(workspace.paths.root, context.io.cwd, given, true)))
      const changed = await changeBundle(workspace, name, (held) => {
        const unknown = [...gone].find((item) => !Object.hasOwn(held.items, item))
        if (unknown !== undefined)
          throw new UsageError(`${unknown} is no item of ${name}. \`heddle bundle show ${name}\` lists them.`)
        return { ...held, items: Object.fromEntries(Object.entries(held.items).filter(([item]) => !gone.has(item))) }
      })
      tell(context, changed)
    },
  )
  addList(bundle, context)
  addShow(bundle, context)
  addSet(bundle, context)
  addCompile(bundle, context)
  addAttach(bundle, context)
  addCommand(bundle, 'rename <name> <new-name>', 'give a bundle another name; its key stays', [
    'bundle rename garden yard',
  ]).action(async (name: string, next: string) => {
    tell(context, await changeBundle(await context.workspace(), name, (held) => ({ ...held, name: next })))
  })
  addCommand(bundle, 'delete <name>', 'delete a bundle; its files stay', ['bundle delete garden']).action(
    async (name: string) => {
      const { bundle: gone, conversations } = await deleteBundle(await context.workspace(), name)
      context.print({ name, key: gone.key, deleted: true, conversations: conversations.map(({ id }) => id) }, () => [])
      context.tell(context.errorStyle.dim(`deleted: ${sanitizeLine(name)}`))
      if (conversations.length > 0) context.tell(context.errorStyle.yellow(stillAttached(conversations)))
    },
  )
}

function itemsOf(
  root: string,
  cwd: string,
  given: readonly string[],
  is: boolean,
): { readonly [item: string]: boolean } {
  return Object.fromEntries(given.map((item) => [itemOf(root, cwd, item), is]))
}

function stillAttached(conversations: readonly Conversation[]): string {
  const ids = conversations.map(({ shortId }) => shortId).join(', ')
  return `It still goes along with ${counted(conversations.length, 'conversation')} (${ids}): make another of that name, or \`heddle bundle detach\` it there.`
}

/** Items may be there later; until then a slip should be seen. */
async function tellMissing(context: Context, items: { readonly [item: string]: boolean }): Promise<void> {
  const missing = await missingItems(await context.workspace(), items)
  if (missing.length > 0)
    context.tell(context.errorStyle.dim(`not there yet: ${missing.map(({ path }) => sanitizeLine(path)).join(', ')}`))
}

function tell(context: Context, bundle: Awaited<ReturnType<typeof createBundle>>): void {
  context.print(bundle, () => [sanitizeLine(bundle.name)])
  context.tell(context.errorStyle.dim(counted(Object.keys(bundle.items).length, 'item')))
}
