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

/** Stores a node behind the branch's head as it is in the store; the head moves with it, or nothing happens. */
export async function appendTo(
  engine: Engine,
  request: Pick<TurnRequest, 'branch' | 'model' | 'measure'>,
  { id = engine.newId(), ...said }: Said,
): Promise<Node> {
  const { branch, model, measure = model.measure } = request
  const parent = (await engine.store.branch(branch.id))?.head ?? null
  const [node] = await engine.store.append([{ id, parent, createdAt: engine.now(), ...said }], {
    conversation: branch.conversation,
    branch: branch.id,
    measures: [await engine.loadMeasure(measure)],
  })
  return node as Node
}
