import type { Json } from '../../src/core/content/json.ts'
import { answer, childInput } from '../frame/child.ts'
import { fill } from './fill.ts'
import type { Task } from './task.ts'
import { use } from './use.ts'

const task = childInput<Task>()
answer((await (task.kind === 'fill' ? fill(task) : use(task))) as unknown as Json)
