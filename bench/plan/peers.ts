import { exactMeasure } from '../../src/tokenizers/exact.ts'
import { conversation } from '../conversation.ts'
import { type RoundOptions, timeRounds } from '../frame/rounds.ts'
import { prune, toModelMessages } from './ai-sdk.ts'
import { exactCounter, memoisedCounter, toLangChain, trim } from './langchain.ts'
import { type PeerTimed, perMessage, planBudget, type Task } from './task.ts'

const rounds: RoundOptions = { warmUp: 1, most: 50, milliseconds: 10_000 }

/** `trimMessages` over messages that are in memory already, with our exact measure as its counter. */
export async function trimmed({ messages, sizeFactor, memoised }: Task & { kind: 'trim' }): Promise<PeerTimed> {
  const measure = await exactMeasure('o200k_base')
  const list = toLangChain(conversation({ messages, sizeFactor }))
  const counter = memoised ? memoisedCounter(list, measure, perMessage) : exactCounter(measure, perMessage)
  let kept = 0
  const timing = await timeRounds(async () => {
    kept = await trim(list, planBudget, counter)
  }, rounds)
  return { kept, ...timing }
}

/** `pruneMessages` over messages that are in memory already. */
export async function pruned({ messages, sizeFactor }: Task & { kind: 'prune' }): Promise<PeerTimed> {
  const list = toModelMessages(conversation({ messages, sizeFactor }))
  let kept = 0
  const timing = await timeRounds(() => {
    kept = prune(list)
  }, rounds)
  return { kept, ...timing }
}
