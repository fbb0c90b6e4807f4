import type { Command } from 'commander'
import { mergeSettings } from '../../../bundles/merge-settings.ts'
import { attachedNames, attachedTo } from '../../../config/bundles/attached-to.ts'
import { findBundle, readShelf } from '../../../config/bundles/shelf.ts'
import { settingsOf } from '../../../config/settings/settings-of.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { exitCodes } from '../../exit-code.ts'
import { type BundleOption, itemLines, optionLines } from '../../print/bundle.ts'
import { count, counted } from '../../print/figures.ts'
import { sanitizeLine } from '../../print/sanitize.ts'
import { table } from '../../print/table.ts'

/** `heddle bundle list` */
export function addList(bundle: Command, context: Context): void {
  addCommand(
    bundle,
    'list',
    'list the bundles of the workspace, where each stands, and with how many conversations it goes along',
    ['bundle list'],
  ).action(async () => {
    const workspace = await context.workspace()
    const { bundles, damaged } = await readShelf(workspace)
    const attached = (await workspace.store.conversations()).flatMap(attachedNames)
    const rows = bundles.map(({ bundle: { key, name, items, opts }, file }) => ({
      name,
      key,
      items: Object.keys(items).length,
      opts,
      file: file ?? null,
      conversations: attached.filter((each) => each === name).length,
    }))
    const problems = damaged.map(({ path, message }) => ({ file: path, problem: message }))
    context.print({ bundles: rows, problems }, () =>
      rows.length === 0
        ? []
        : table(
            rows,
            [
              { title: 'name', value: ({ name }) => name, style: context.style.bold },
              { title: 'items', value: ({ items }) => count(items), align: 'right' },
              { title: 'conversations', value: ({ conversations }) => count(conversations), align: 'right' },
              { title: 'options', value: ({ opts }) => optionsText(opts), flexible: true },
              { title: 'in', value: ({ file }) => file ?? 'the store', style: context.style.dim },
            ],
            { width: context.io.stdout.columns, head: context.style.dim },
          ),
    )
    if (rows.length === 0) context.tell('There are no bundles yet. `heddle bundle create NAME ITEMS…` makes one.')
    for (const { problem } of problems) context.tell(context.errorStyle.yellow(sanitizeLine(problem)))
    if (problems.length > 0) context.endWith(exitCodes.failure)
  })
}

/** `heddle bundle show NAME` */
export function addShow(bundle: Command, context: Context): void {
  addCommand(bundle, 'show <name>', "show a bundle's items, the settings that hold for it, and where these come from", [
    'bundle show garden',
  ]).action(async (name: string) => {
    const workspace = await context.workspace()
    const { bundle: found, file } = findBundle(await readShelf(workspace), name)
    const { values, origins } = await settingsOf(workspace.paths, context.io.env)
    const settings = mergeSettings(values.bundle, found.opts)
    const options: BundleOption[] = Object.entries(settings).map(([option, value]) => {
      const set = origins.find(({ path, level }) => path[0] === 'bundle' && path[1] === option && level !== 'default')
      return { option, value, from: Object.hasOwn(found.opts, option) ? 'bundle' : (set?.level ?? 'default') }
    })
    const conversations = (await attachedTo(workspace.store, name)).map(({ id, shortId }) => ({ id, shortId }))
    context.print({ ...found, settings, file: file ?? null, conversations }, () => [
      ...itemLines(found.items, context.style),
      ...optionLines(options, { style: context.style, width: context.io.stdout.columns }),
    ])
    const stands = file === undefined ? 'in the store' : `in ${sanitizeLine(file)}`
    const along = conversations.length === 0 ? '' : `, goes along with ${counted(conversations.length, 'conversation')}`
    context.tell(context.errorStyle.dim(`key ${sanitizeLine(found.key)}, ${stands}${along}`))
  })
}

function optionsText(opts: object): string {
  return Object.entries(opts)
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join(' ')
}
