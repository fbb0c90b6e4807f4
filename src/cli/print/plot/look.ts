import pc from 'picocolors'
import { sanitizeLine } from '../sanitize.ts'
import { cutToWidth } from '../width.ts'
import { braille, type Ink, letters, lines } from './canvas.ts'

type Paint = (text: string) => string

/** What a plot on a terminal is drawn with. */
export interface Look {
  readonly ink: Ink
  readonly paint: (part: number | 'limit') => Paint
  /** For the frame and its labels. */
  readonly quiet: Paint
  /** A text from outside as it may be shown, cut to so many columns. */
  readonly cut: (text: string, width: number) => string
  readonly edges: Edges
}

/** The characters of the frame. */
export interface Edges {
  readonly side: string
  readonly sideTick: string
  readonly corner: string
  readonly floor: string
  readonly floorTick: string
}

/** The look for so many curves: without colour, several curves differ by their line; plain is ASCII. */
export function lookOf(curves: number, { color, plain }: { readonly color: boolean; readonly plain: boolean }): Look {
  const style = pc.createColors(color)
  const paints = [style.cyan, style.yellow, style.magenta, style.green]
  return {
    ink: inkOf(curves, color, plain),
    paint: (part) => (part === 'limit' ? style.red : (paints[part % paints.length] ?? style.cyan)),
    quiet: style.dim,
    cut: plain ? cutAscii : (text, width) => cutToWidth(sanitizeLine(text), width),
    edges: plain
      ? { side: '|', sideTick: '+', corner: '+', floor: '-', floorTick: '+' }
      : { side: '│', sideTick: '┤', corner: '└', floor: '─', floorTick: '┬' },
  }
}

function cutAscii(text: string, width: number): string {
  const shown = sanitizeLine(text).replace(/[^\x20-\x7e]/gu, '?')
  return shown.length <= width ? shown : `${shown.slice(0, Math.max(0, width - 1))}~`
}

function inkOf(curves: number, color: boolean, plain: boolean): Ink {
  if (plain) return letters
  return color || curves < 2 ? braille : lines
}

/**
 * Whether a terminal of this environment shows more than ASCII. No where the locale names another encoding than
 * UTF-8, on a dumb terminal, and on the Linux console, whose fonts lack what plots are drawn with; a locale that is
 * not set counts as UTF-8.
 */
export function showsUnicode(env: { readonly [name: string]: string | undefined }): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || 'UTF-8'
  return /utf-?8/i.test(locale) && env.TERM !== 'dumb' && env.TERM !== 'linux'
}
