import type { Json } from '../../src/core/content/json.ts'
import { answer, childInput } from '../frame/child.ts'
import { fill } from './fill.ts'
import { pass } from './pass.ts'
import { pruned, trimmed } from './peers.ts'
import type { Task } from './task.ts'
import { warm } from './warm.ts'

function perform(task: Task): Promise<object> {
  switch (task.kind) {
    case 'pass':
      return pass(task)
    case 'fill':
      return fill(task)
    case 'warm':
      return warm(task)
    case 'trim':
      return trimmed(task)
    case 'prune':
      return pruned(task)
    default:
      return task satisfies never
  }
}

answer((await perform(childInput<Task>())) as Json)
