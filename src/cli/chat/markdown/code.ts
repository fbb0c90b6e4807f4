import type { Style } from '../../context.ts'

/** Colours the lines of a block of code, one after the other. */
export type PaintCode = (line: string) => string

/** A light painter for a language: comments, strings and key words. Lines of a language that is not known stay plain. */
export function codePainter(language: string, style: Style): PaintCode {
  const name = language.toLowerCase().split(/[\s{:,]/)[0] ?? ''
  if (name === 'diff' || name === 'patch') return (line) => paintDiffLine(line, style)
  const comment = commentMarks.find(([names]) => names.includes(name))?.[1]
  if (comment === undefined || !style.isColorSupported) return (line) => line
  return painter(comment, style)
}

/** A line of a unified diff. */
export function paintDiffLine(line: string, style: Style): string {
  if (/^(\+\+\+|---)( |$)/.test(line)) return style.bold(line)
  if (line.startsWith('@@')) return style.cyan(line)
  if (line.startsWith('+')) return style.green(line)
  return line.startsWith('-') ? style.red(line) : line
}

const slashes =
  'ts tsx js jsx mjs cjs mts cts typescript javascript java c h cpp c++ cc cs csharp go rust rs swift kotlin kt scala php dart json5 jsonc zig css scss less proto'.split(
    ' ',
  )
const hashes =
  'py python sh bash zsh fish shell console rb ruby yaml yml toml perl r make makefile dockerfile nix elixir ex'.split(
    ' ',
  )
const commentMarks: readonly (readonly [readonly string[], string])[] = [
  [slashes, '//'],
  [hashes, '#'],
  [['sql', 'lua', 'haskell', 'hs', 'elm', 'ada'], '--'],
  [['json'], ''],
]

const words = new Set(
  'abstract and as async await break case catch class const continue def default defer do done elif else enum esac except export extends extern false fi final finally fn for from func function global go goto if impl implements import in interface is lambda let loop match mod module mut namespace new nil none not null or package pass private protected pub public raise readonly return select self static struct super switch then this throw trait true try type typeof undefined union unsafe use using var void where while with yield create drop insert update delete values join on group order by limit table into set'.split(
    ' ',
  ),
)

function painter(comment: string, style: Style): PaintCode {
  const mark = comment.replaceAll('/', '\\/')
  const token = new RegExp(
    [
      ...(comment === '' ? [] : [`(?<comment>(?<![\\w:$])${mark}.*$)`]),
      '(?<block>\\/\\*.*?(?:\\*\\/|$))',
      '(?<text>"(?:[^"\\\\]|\\\\.)*"?|\'(?:[^\'\\\\]|\\\\.)*\'?|`(?:[^`\\\\]|\\\\.)*`?)',
      '(?<word>[A-Za-z_$][\\w$]*)',
    ].join('|'),
    'g',
  )
  let inBlock = false
  return (line) => {
    let open = ''
    let code = line
    if (inBlock) {
      const end = line.indexOf('*/')
      open = style.dim(end < 0 ? line : line.slice(0, end + 2))
      code = end < 0 ? '' : line.slice(end + 2)
      inBlock = end < 0
    }
    return (
      open +
      code.replace(token, (text: string, ...rest: unknown[]) => {
        const groups = rest.at(-1) as { readonly [name: string]: string | undefined }
        if (groups.block !== undefined && comment === '//') inBlock = !text.endsWith('*/') || text === '/*/'
        if (groups.comment !== undefined || (groups.block !== undefined && comment === '//')) return style.dim(text)
        if (groups.text !== undefined) return style.green(text)
        return groups.word !== undefined && words.has(comment === '--' ? text.toLowerCase() : text)
          ? style.magenta(text)
          : text
      })
    )
  }
}
