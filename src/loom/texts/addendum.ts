import type { Permission } from '../../history/conversation.ts'

const whatYouSee = `This conversation is one path through a tree. Above each message stands a line in brackets: the short id of its node, author, time (UTC), and what hangs on it, as of when it was first sent to you. Those lines are not part of what was said; write none yourself. Next to the newest message stand [memory], what you keep and did, and [loom], where you are. Refer to nodes by short id.`

const whatYouMay: { readonly [permission in Permission]: string } = {
  loom_aware:
    'Look around with loom_view, loom_list, loom_tree and loom_search; go elsewhere with loom_switch. Keep a node in sight with loom_pin, put things away under a label with loom_stash, take them back with loom_recall, let go of them with loom_drop.',
  loom_write:
    'Write into the tree with loom_annotate, loom_link, loom_edit and loom_bookmark. loom_prune hides a node with all behind it; loom_restore undoes exactly that. An edit makes a new version; nothing is lost.',
  loom_generate: 'Have up to 10 continuations of a node written with loom_continue.',
}

/** What is added to the system text for an agent that knows of the tree: what it sees, and what it may do. */
export function addendumText(permissions: readonly Permission[]): string {
  const granted = (['loom_aware', 'loom_write', 'loom_generate'] as const).filter((each) => permissions.includes(each))
  return [whatYouSee, ...granted.map((permission) => whatYouMay[permission])].join('\n')
}
