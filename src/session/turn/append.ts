import type { AuthorType, Part } from '../../core/content/part.ts'
import type { Node } from '../../history/node.ts'
import type { Engine } from '../engine.ts'
import type { TurnRequest } from './turn-request.ts'

/** What is said next on the branch of a turn. */
interface Said {
  readonly id?: string
  readonly author: AuthorType
  readonly authorId?: string
  readonly parts: readonly Part[]
}

/** A node that was stored; `isBeside` where the branch had gone elsewhere meanwhile, and stays there. */
export interface Appended {
  readonly node: Node
  readonly isBeside: boolean
}

/**
 * Stores a node behind `parent` (default: the branch's head as it is in the store). The head moves with it where it stood there; else the
 * node stands beside the branch, and is not lost.
 */
export async function appendTo(
  engine: Engine,
  request: Pick<TurnRequest, 'branch' | 'model' | 'measure'>,
  { id = engine.newId(), ...said }: Said,
  behind?: string | null,
): Promise<Appended> {
  const { branch, model, measure = model.measure } = request
  const head = (await engine.store.branch(branch.id))?.head ?? null
  const parent = behind === undefined ? head : behind
  const isBeside = parent !== head
  const [node] = await engine.store.append([{ id, parent, createdAt: engine.now(), ...said }], {
    conversation: branch.conversation,
    ...(isBeside ? {} : { branch: branch.id }),
    measures: [await engine.loadMeasure(measure)],
  })
  return { node: node as Node, isBeside }
}
