import { generateText, type LanguageModel, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { heddleMiddleware } from 'heddle/ai-sdk'

// Any model of the AI SDK, such as openai('gpt-5'); this one always says the same.
const said = new MockLanguageModelV4({
  doGenerate: {
    content: [{ type: 'text', text: 'Done.' }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  },
})

const model: LanguageModel = wrapLanguageModel({
  model: said,
  middleware: heddleMiddleware({
    budget: 300,
    onPlan: ({ budget, leftOut }) => console.log(`${budget.used} of ${budget.limit}, left out: ${leftOut.length}`),
  }),
})

const messages = Array.from({ length: 9 }, (_, at) => ({
  role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content: `${at}: ${'some words '.repeat(20)}`,
}))
const { text } = await generateText({ model, messages })
console.log(text)
