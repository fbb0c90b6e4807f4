import type { Mention } from '../../history/mentions/find-mentions.ts'
import { filesUnder } from './bring-files.ts'
import { gitUnder } from './bring-git.ts'
import { type Brought, leftOut, remark, together } from './mention-text.ts'

/** So many mentions of one message are looked up. */
const mostMentions = 100

/** Looks mentions up, for one message: what is mentioned again brings nothing more. */
export function bringer(root: string, signal?: AbortSignal): (mentions: readonly Mention[]) => Promise<Brought> {
  const files = filesUnder(root, signal)
  const git = gitUnder(root, signal)
  const known = new Set<string>()
  const bringOne = async (mention: Mention): Promise<Brought> => {
    switch (mention.kind) {
      case 'file':
      case 'folder':
        return await files.bring(mention.value, asWritten(mention.value))
      case 'commit':
        return await git.commit(mention.value)
      case 'git-changes':
        return await git.changes()
      case 'url':
        return leftOut(`@${mention.value}`, 'addresses are not fetched')
      case 'problems':
      case 'terminal':
        return leftOut(`@${mention.kind}`, 'only an editor knows it')
      default:
        return mention satisfies never
    }
  }
  return async (mentions) => {
    const brought: Brought[] = []
    const fresh = mentions.filter((mention) => !known.has(JSON.stringify(mention)))
    const room = Math.max(0, mostMentions - known.size)
    for (const mention of fresh.slice(0, room)) {
      signal?.throwIfAborted()
      known.add(JSON.stringify(mention))
      brought.push(await bringOne(mention))
    }
    const more = fresh.length - room
    return together(more > 0 ? [...brought, remark(`@ in ${more} more places is not looked up`)] : brought)
  }
}

function asWritten(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`
}
