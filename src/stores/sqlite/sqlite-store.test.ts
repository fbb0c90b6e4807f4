import { describe, it } from 'vitest'
import { storeContract } from '../../testing/store-contract.ts'
import { sqliteStore } from './sqlite-store.ts'

storeContract('sqliteStore', () => sqliteStore(':memory:'), { describe, it })
