export { memoryStore } from '../stores/memory/memory-store.ts'
export type {
  LoopbackProvider,
  ProviderOptions,
  ReceivedRequest,
  Reply,
  ReplyPart,
  Script,
  Wire,
} from './provider/reply.ts'
export { calls, inTurn, says } from './provider/reply.ts'
export { startProvider } from './provider/start-provider.ts'
export type { Runner } from './store-contract.ts'
export { storeContract } from './store-contract.ts'
