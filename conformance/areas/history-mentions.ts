import { findMentions } from '../../src/index.ts'
import type { Area } from '../area.ts'

/** What a person's message refers to. */
export const historyMentions: Area = (given) => ({ mentions: findMentions(given.text as string) })
