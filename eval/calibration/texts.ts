import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Kind, kindOf } from './kind-of.ts'

/** A text of a few thousand characters, as a message or a tool's result may be. */
export interface Piece {
  readonly kind: Kind
  readonly text: string
}

/** What is learned from, and what is tested on: of different files, or of different halves of one that is long. */
export interface Corpus {
  readonly learned: readonly Piece[]
  readonly tested: readonly Piece[]
}

const pieceLength = 3000
const shortestPiece = 300
const mostPiecesOfFile = 40
/** A file of so many pieces has a half on either side. */
const longFile = 6
const mostBytes = 3_000_000
const plain = ['.md', '.ts', '.js', '.mjs', '.py', '.txt']
const strings = ['.json', '.jsonl', '.traj']
const unread = /(^|\/)(\.git|dist|locales?|bpeRanks|encodings|vocab[^/]*)\/|\.min\.|LICENSE/

/** The texts of this repository, of what it depends on, and of the folder, if that is there. */
export async function readCorpus(folder: string): Promise<Corpus> {
  const dependencies = await below('node_modules', 3)
  const own = [...(await below('src', 9)), ...(await below('docs', 9))]
  const others = (await isFolder(folder)) ? await below(folder, 9) : []
  const files = [...own, ...spread(dependencies), ...messages, ...others]
  const corpus = { learned: [] as Piece[], tested: [] as Piece[] }
  for (const [at, file] of files.entries()) {
    const pieces = piecesOf(await textsIn(file))
    const middle = Math.floor(pieces.length / 2)
    const isLong = pieces.length >= longFile
    const [first, second] = isLong ? [pieces.slice(0, middle), pieces.slice(middle)] : [pieces, []]
    corpus[at % 2 === 0 ? 'learned' : 'tested'].push(...first)
    corpus[at % 2 === 0 ? 'tested' : 'learned'].push(...second)
  }
  return corpus
}

/** Texts in Chinese, Japanese and Korean, which come with what this repository depends on. */
const messages: readonly string[] = [
  ...['zh-cn', 'zh-tw', 'ja', 'ko'].map(
    (language) =>
      `node_modules/@arethetypeswrong/core/node_modules/typescript/lib/${language}/diagnosticMessages.generated.json`,
  ),
  ...['zh-CN', 'zh-TW', 'ja', 'kr'].map((language) => `node_modules/@biomejs/biome/README.${language}.md`),
]

/** One in so many, so that all packages have a part. */
const dependencyShare = 6

function spread(files: readonly string[]): readonly string[] {
  return files.filter((_, at) => at % dependencyShare === 0)
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}

async function below(folder: string, depth: number): Promise<string[]> {
  if (depth === 0) return []
  const entries = await readdir(folder, { withFileTypes: true })
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return unread.test(`${path}/`) ? [] : await below(path, depth - 1)
      return entry.isFile() && [...plain, ...strings].includes(extname(path)) && !unread.test(path) ? [path] : []
    }),
  )
  return found.flat().sort()
}

/** The whole of a file of text, without what stands between fences in Markdown; of JSON, its texts. */
async function textsIn(file: string): Promise<readonly string[]> {
  const found = await stat(file).catch(() => undefined)
  if (!found || found.size > mostBytes) return []
  const text = (await readFile(file, 'utf8')).toWellFormed()
  if (extname(file) === '.md') return [text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')]
  if (plain.includes(extname(file))) return [text]
  const all = extname(file) === '.jsonl' ? text.split('\n') : [text]
  const inside = all.flatMap((each) => stringsIn(parsed(each)))
  return [inside.filter((each) => each.length < shortestPiece).join('\n'), ...inside]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** Pieces that end with a line, where there are lines. */
function piecesOf(texts: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = []
  for (const text of texts) {
    for (let from = 0; from < text.length && pieces.length < mostPiecesOfFile; ) {
      const end = text.indexOf('\n', from + pieceLength)
      const to = end >= 0 && end < from + 2 * pieceLength ? end + 1 : from + pieceLength
      const piece = text.slice(from, to).toWellFormed()
      if (piece.length >= shortestPiece) pieces.push({ kind: kindOf(piece), text: piece })
      from = to
    }
  }
  return pieces
}
