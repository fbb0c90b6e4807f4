import type { Json } from '../../core/content/json.ts'
import type { ConversationEntry, NodeEntry, ProblemEntry } from '../../formats/format.ts'
import type { Conversation } from '../../history/conversation.ts'
import type { Branch } from '../../history/node.ts'
import type { Engine } from '../engine.ts'
import { newConversation } from '../say.ts'

/** A conversation that entries are being written to. */
export interface OpenConversation {
  conversation: Conversation
  /** Its first branch, as long as the conversation is not stored. */
  main: Branch | undefined
  /** The branch that was written to last. */
  last: string | undefined
  /** The branch that the file says is the one to go on with. */
  current: string | undefined
  /** The file is an export of ours: keys are ids that are kept, and branches are entries. */
  readonly exact: boolean
  /** A branch has come as an entry. */
  hasBranches: boolean
  /** Which branch ends at a node. */
  readonly heads: Map<string, Branch>
  /** Its oldest branch, the parent of forks from what an earlier import brought. */
  readonly trunk: string
  /** Its branches by name, as far as they are stored or about to be. */
  readonly names: Map<string, string>
  /** What the file's branches are, by their names in it. */
  readonly branches: Map<string, Branch>
  /** Which branch a node was written on, by this import. */
  readonly owners: Map<string, string>
  /** Node ids by the file's keys, as far as they were met. */
  readonly ids: Map<string, string>
  /** Nodes that are notes, or behind one: they are on no branch's path. */
  readonly notes: Set<string>
  /** The nodes that this import has written. */
  readonly fresh: Set<string>
  batch: NodeEntry[]
  added: number
  known: number
  readonly problems: Omit<ProblemEntry, 'kind'>[]
}

/** The format whose keys are ids of the store it was written from. */
const ownFormat = 'heddle'

/** The conversation of an entry: the one that an earlier import of the same file brought, else a new one, not stored yet. */
export async function openConversation(
  engine: Engine,
  entry: ConversationEntry,
  format: string,
  problems: OpenConversation['problems'],
): Promise<OpenConversation> {
  const { store } = engine
  const exact = format === ownFormat
  const origin = `${format}:${entry.key}`
  const known = (exact ? await store.conversation(entry.key) : undefined) ?? (await store.conversationByOrigin(origin))
  const base = {
    exact,
    hasBranches: false,
    branches: new Map<string, Branch>(),
    ids: new Map<string, string>(),
    owners: new Map<string, string>(),
    notes: new Set<string>(),
    fresh: new Set<string>(),
    batch: [],
    added: 0,
    known: 0,
    last: undefined,
    current: undefined,
    problems,
  }
  if (known) {
    const branches = await store.branches(known.id)
    return {
      ...base,
      conversation: known,
      main: undefined,
      trunk: branches[0]?.id ?? known.branch,
      names: new Map(branches.map(({ id, name }) => [name, id])),
      heads: new Map(branches.map((branch) => [branch.head ?? '', branch] as const).reverse()),
    }
  }
  const { conversation, branch } = begin(engine, entry, origin, exact)
  const bundles = entry.settings?.bundles
  if (Array.isArray(bundles) && bundles.length > 0) problems.push({ message: bundlesDropped(conversation, bundles) })
  return {
    ...base,
    conversation,
    main: branch,
    trunk: branch.id,
    names: new Map([[branch.name, branch.id]]),
    heads: new Map([['', branch]]),
  }
}

/** A file does not choose which of a person's own files are sent. */
function bundlesDropped({ title, shortId }: Conversation, bundles: readonly Json[]): string {
  const names = bundles.map((name) => (typeof name === 'string' ? name : JSON.stringify(name))).join(', ')
  return `In the file, bundles go along with ${title || '(no title)'} (${shortId}): ${names}. Here they do not, until you say \`heddle bundle attach NAME ${shortId}\`.`
}

/** The settings of the file hold, but for the bundles. */
function begin(
  engine: Engine,
  entry: ConversationEntry,
  origin: string,
  exact: boolean,
): { readonly conversation: Conversation; readonly branch: Branch } {
  const { title, system, tools, createdAt, mode, settings } = entry
  const made = newConversation(engine, {
    ...(title === undefined ? {} : { title }),
    ...(system === undefined ? {} : { system }),
    ...(tools === undefined ? {} : { tools }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(mode === undefined ? {} : { mode }),
    origin,
    ...(exact && isId(entry.key) ? { id: entry.key } : {}),
  })
  const { bundles: _, ...kept } = settings ?? {}
  const conversation = settings === undefined ? made.conversation : { ...made.conversation, settings: kept }
  return { conversation, branch: exact ? { ...made.branch, createdAt: conversation.createdAt } : made.branch }
}

/** Whether a key is an id as stores make them, a ULID. */
export function isId(key: string): boolean {
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(key)
}
