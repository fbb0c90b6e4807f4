export { memoryStore } from '../stores/memory/memory-store.ts'
export type { Runner } from './store-contract.ts'
export { storeContract } from './store-contract.ts'
