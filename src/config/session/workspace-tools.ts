import { compileGlob } from '../../bundles/glob/compile-glob.ts'
import type { Part } from '../../core/content/part.ts'
import type { Conversation } from '../../history/conversation.ts'
import type { Engine } from '../../session/engine.ts'
import type { Session, ToolPlace, Tools } from '../../session/turn/session.ts'
import { fileSource } from '../../sources/files/file-source.ts'
import { commandTool } from '../../tools/commands/command-tool.ts'
import { fileTools } from '../../tools/files/file-tools.ts'
import { resultTool } from '../../tools/results/result-tool.ts'
import type { Tool } from '../../tools/tool.ts'
import type { Workspace } from '../open.ts'
import { delicateSettings } from './delicate.ts'
import { generatorOf } from './generator.ts'
import { loomToolsAt } from './loom-tools.ts'
import { seenFiles } from './seen-files.ts'
import { changeWorkspaceSettings } from './trusted.ts'
import { withholdSecrets } from './withhold-secrets.ts'

/** How the tools of a workspace are used. */
export interface ToolsOptions {
  /** Tools that may run without being asked for, this once. */
  readonly allowed?: readonly string[]
  readonly approve?: Tools['approve']
}

/** The tools of a workspace: files, search and commands under its root, long results, and for an agent that may the tree. */
export function workspaceTools(workspace: Workspace, session: () => Session, options: ToolsOptions): Tools {
  const { paths, env } = workspace
  const allowed = new Set(options.allowed)
  const { approve } = options
  return {
    at: async (place) => {
      const tools = await toolsAt(workspace, session(), place)
      const { tools: said } = await delicateSettings(workspace, place.conversation)
      return tools.flatMap((tool) => {
        const { name } = tool.definition
        const permission = said[name] ?? tool.permission
        // What is never allowed is not offered.
        if (permission === 'deny') return []
        return [{ ...withholdSecrets(tool, approve), permission: allowed.has(name) ? 'allow' : permission }]
      })
    },
    ...(approve === undefined
      ? {}
      : { approve: async (asked, signal) => (allowed.has(asked.name) ? 'once' : await approve(asked, signal)) }),
    allow: async (name) => {
      allowed.add(name)
      await changeWorkspaceSettings(env, paths, (settings) => ({
        ...settings,
        tools: { ...settings.tools, [name]: 'allow' },
      }))
    },
  }
}

async function toolsAt(
  { engine, paths, store, env }: Workspace,
  session: Session,
  place: ToolPlace,
): Promise<readonly Tool[]> {
  const { root } = paths
  const files = fileTools({
    root,
    seen: seenFiles(store, place.branch.id, engine.now),
    glob: compileGlob,
    list: async (under) => (await fileSource(root).list([under])).paths,
  })
  return [
    ...files,
    commandTool({ root, environment: { ...env } }),
    resultTool((callId) => resultOf(engine, place.conversation, place.branch.id, callId)),
    ...(await loomToolsAt(engine, place, (signal) => generatorOf(session, place, signal))),
  ]
}

/** So many nodes from the end of a branch are looked through for a result. */
const lookedThrough = 2000

/** The whole text of a result on a branch, by the id of its call; undefined where there is none. */
async function resultOf(
  { store, loadMeasure }: Engine,
  conversation: Conversation,
  branch: string,
  callId: string,
): Promise<string | undefined> {
  const head = (await store.branch(branch))?.head
  if (!head || conversation.mode === 'buffer') return undefined
  const route = await store.route(head, branch)
  const length = await store.length(route)
  const measure = await loadMeasure('estimate')
  const nodes = await store.path(route, Math.max(0, length - lookedThrough), length - 1, measure)
  for (const node of nodes.toReversed()) {
    if (node.author !== 'tool') continue
    const parts = (await store.contents([node.content])).get(node.content) ?? []
    const found = parts.find((part) => part.kind === 'tool-result' && part.callId === callId)
    if (found?.kind === 'tool-result') return found.content.map(textIn).join('\n')
  }
  return undefined
}

function textIn(part: Part): string {
  return 'text' in part ? part.text : `[${part.kind}]`
}
