import type { Digest } from '../../core/content/digest.ts'
import type { Json } from '../../core/content/json.ts'
import type { Part } from '../../core/content/part.ts'
import type { Call } from '../../history/calls/call.ts'
import { contentsOf } from '../contents-of.ts'
import type { Engine } from '../engine.ts'
import { planIn } from '../gather/documents.ts'
import { askedIn } from './asked.ts'
import { askedLater } from './asked-later.ts'
import { lackingIn } from './lacking.ts'
import { namedItems } from './names/item-names.ts'
import { quotedBy } from './names/quoted.ts'
import { referencesOf } from './references.ts'
import { compareKinds, type KindCount, type ReflectedItem, type Reflection, reflectionIn } from './reflection.ts'

/** More items are counted, and not named. */
const mostItems = 256
/** So many reflections of the branch before this one are looked at. */
const mostEarlier = 3

/**
 * Stores what the answer of a call made of its plan; `parts` are by default what the call's node holds. Only for calls that
 * succeeded. Null where the plan is not in the store any more. It reads what the plan sent, the branch's last reflections, and
 * what `askedLater` says: nothing that grows with the history.
 */
export async function reflect(engine: Engine, call: Call, parts?: readonly Part[]): Promise<Reflection | null> {
  const { store } = engine
  const { conversation, branch } = call
  const stored = await store.plan(call.plan)
  const plan = stored && (await planIn(store, stored.decisions))
  if (!plan) return null
  const answer = parts ?? (await partsOfNode(engine, call.node))
  const items = namedItems(plan, await contentsOf(store, plan))
  const states = referencesOf(items, quotedBy(answer))
  const lacking = lackingIn(plan, items)
  const asked = askedIn(answer)
  const asks = asked.paths.length + asked.words.length > 0
  const earlier = asks ? await earlierOnes(engine, call) : []
  const before = { plan, inputs: stored.inputs, conversation, items, lacking, earlier }
  const reflection: Reflection = {
    version: 1,
    kinds: kindsOf(states),
    items: (['used', 'unused'] as const)
      .flatMap((state) => states.filter((item) => item.state === state))
      .slice(0, mostItems),
    askedLater: asks ? await askedLater(engine, before, asked) : [],
    lacking,
  }
  const document = reflection as unknown as Json
  await store.putReflection({
    call: call.id,
    plan: call.plan,
    conversation,
    branch,
    reflection: document,
    at: engine.now(),
  })
  return reflection
}

/** How many items of each kind were used, were not, and have no name. */
function kindsOf(items: readonly ReflectedItem[]): KindCount[] {
  const kinds = new Map<string, KindCount>()
  for (const { section, form, state } of items) {
    const key = `${section} ${form}`
    const before = kinds.get(key) ?? { section, form, used: 0, unused: 0, unnamed: 0 }
    kinds.set(key, { ...before, [state]: before[state] + 1 })
  }
  return [...kinds.values()].sort(compareKinds)
}

async function partsOfNode({ store }: Engine, id: string): Promise<readonly Part[]> {
  const node = await store.node(id)
  return (node && (await store.contents([node.content])).get(node.content)) ?? []
}

async function earlierOnes(
  { store }: Engine,
  { id, conversation, branch, plan }: Call,
): Promise<{ readonly plan: Digest; readonly lacking: Reflection['lacking'] }[]> {
  const records = await store.reflections({ conversation, branch, limit: mostEarlier + 1 })
  return records
    .filter((record) => record.call !== id && record.plan !== plan)
    .slice(0, mostEarlier)
    .flatMap((record) => {
      const reflection = reflectionIn(record.reflection)
      return reflection ? [{ plan: record.plan, lacking: reflection.lacking }] : []
    })
}
