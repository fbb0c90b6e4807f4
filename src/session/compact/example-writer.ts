import type { SummaryNode, SummaryRequest } from '../../summaries/summariser.ts'
import type { SummaryWriter } from '../engine.ts'

/** For tests: a writer whose summaries say how many nodes there were, and hold what must stand word for word. */
export function exampleWriter(text: (request: SummaryRequest) => string = describing): SummaryWriter {
  return {
    summariser: { id: 'example-1', summarise: async (request) => text(request) },
    filesIn: () => [],
  }
}

function describing({ nodes, verbatim }: SummaryRequest): string {
  return ['## State of the work', `- ${nodes.length} nodes: ${nodes.map(shortened).join(' ')}`, ...verbatim].join('\n')
}

function shortened({ parts }: SummaryNode): string {
  const [part] = parts
  return part?.kind === 'text' ? part.text.slice(0, 4).replaceAll('\n', ' ') : (part?.kind ?? '')
}
