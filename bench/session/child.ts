import type { Json } from '../../src/core/content/json.ts'
import { answer, childInput } from '../frame/child.ts'
import { fill } from './fill.ts'
import { peer } from './peer.ts'
import type { Task } from './task.ts'
import { turns } from './turns.ts'

function perform(task: Task): Promise<object> {
  switch (task.kind) {
    case 'fill':
      return fill(task)
    case 'turns':
      return turns(task)
    case 'peer':
      return peer(task)
    default:
      return task satisfies never
  }
}

answer((await perform(childInput<Task>())) as Json)
