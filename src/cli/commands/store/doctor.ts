import type { Command } from 'commander'
import { check, type Finding, type RepairReport, repair, type StoreCheck, upkeepPaths } from '../../../config/upkeep.ts'
import { addCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { exitCodes } from '../../exit-code.ts'
import { count, counted } from '../../print/figures.ts'
import { progress } from '../../print/progress.ts'
import { sanitizeLine } from '../../print/sanitize.ts'

/** `heddle doctor [--repair]`: what is wrong with the store, and putting it right. */
export function addDoctor(program: Command, context: Context): void {
  addCommand(program, 'doctor', 'say what is wrong with the store, and repair it to a new file', [
    'doctor',
    'doctor --repair',
    'doctor --json',
  ])
    .option('--repair', 'write all that can be read to a new file, and keep the damaged one')
    .action(async ({ repair: wanted = false }: { readonly repair?: boolean }) => {
      const paths = await upkeepPaths(context.io.cwd, context.named)
      const shown = progress(context.io)
      try {
        const found = await check(paths, shown.update)
        const repaired = wanted && !found.healthy ? await repair(paths, shown.update) : undefined
        shown.end()
        if (repaired) tellRepair(context, repaired)
        else tellCheck(context, found)
      } finally {
        shown.end()
      }
    })
}

function tellCheck(context: Context, found: StoreCheck): void {
  const { style } = context
  context.print({ ...found, repaired: null }, () => [
    found.healthy
      ? `${style.green('healthy')} ${counted(found.nodes, 'node')}, ${counted(found.contents, 'content')}${goneWords(found)}`
      : style.red('damaged'),
    ...found.findings.flatMap((finding) => lines(finding, style.red('✗'), style.dim)),
    ...found.notes.flatMap((finding) => lines(finding, style.yellow('!'), style.dim)),
  ])
  if (found.healthy) return
  context.tell('Repair it with `heddle doctor --repair`: the damaged file is kept. Or take up a backup.')
  context.endWith(exitCodes.failure)
}

function goneWords({ purged, lost }: StoreCheck): string {
  return `${purged > 0 ? `, ${count(purged)} purged` : ''}${lost > 0 ? `, ${count(lost)} lost in an earlier repair` : ''}`
}

function lines({ message, examples }: Finding, mark: string, dim: (text: string) => string): string[] {
  const shown = examples
    .filter((example) => !message.includes(example))
    .map((example) => dim(`    ${sanitizeLine(example)}`))
  return [`${mark} ${sanitizeLine(message)}`, ...shown]
}

function tellRepair(context: Context, repaired: RepairReport): void {
  const { style } = context
  const { before, after, ...rest } = repaired
  const { nodes, contents, plans } = repaired.lost
  const losses = [
    ...(nodes > 0 ? [`${counted(nodes, 'node')} could not be read`] : []),
    ...(contents > 0 ? [`${counted(contents, 'content')} could not be read; the nodes are there without them`] : []),
    ...(plans > 0 ? [`${counted(plans, 'plan')} could not be read`] : []),
    ...unsure(repaired),
    ...(repaired.moved > 0 ? [`${counted(repaired.moved, 'node')} follow the nearest node before the gap now`] : []),
    ...(repaired.rehashed > 0
      ? [`${counted(repaired.rehashed, 'node')} got a new hash, because something in or before them was lost`]
      : []),
  ]
  context.print({ ...after, found: before.findings, repaired: rest }, () => [
    `${style.green('repaired')} ${counted(after.nodes, 'node')}, ${counted(after.contents, 'content')}`,
    ...before.findings.map(({ message }) => `${style.red('✗')} was: ${sanitizeLine(message)}`),
    ...repaired.mended.map((text) => `  ${text}`),
    ...(losses.length === 0 ? ['  Nothing was lost.'] : losses.map((text) => `${style.yellow('!')} ${text}`)),
    `  The damaged file is kept: ${sanitizeLine(repaired.damaged)}`,
  ])
}

/** Tables of which nobody can tell how much is missing. */
function unsure({ tables }: RepairReport): string[] {
  const known = ['nodes', 'contents', 'documents', 'sums', 'counts', 'totals']
  return tables
    .filter(({ table, damaged, lost }) => !known.includes(table) && (damaged || lost > 0))
    .map(({ table, rows }) => `some ${table.replace('_', ' ')} could not be read; ${count(rows)} were`)
}
