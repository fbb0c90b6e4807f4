import { fitMessages } from 'heddle/ai-sdk'

const messages = [
  { role: 'user' as const, content: `Here is my report. ${'It is long. '.repeat(400)}` },
  { role: 'assistant' as const, content: 'It says that it is long.' },
  { role: 'user' as const, content: 'What should I change?' },
]

const result = await fitMessages(messages, { budget: 200, measure: 'o200k_base' })
if (result.kind === 'refusal') throw new Error(`${result.code}, the limit is ${result.limit}`)

for (const { role, content } of result.messages) console.log(`${role}: ${content}`)
for (const { item, why } of result.explain()) console.log(`${item ?? 'marker'}: ${why}`)
