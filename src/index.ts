export type { Budget, BudgetAccount, SectionAccount, Shares, SharingSection } from './core/budget.ts'
export { limitOf, sharing } from './core/budget.ts'
export type { Bar, Candidate, Stretch } from './core/candidate.ts'
export type { Digest } from './core/content/digest.ts'
export { digestJson, digestText } from './core/content/digest.ts'
export type { Json, JsonObject } from './core/content/json.ts'
export { canonicalJson } from './core/content/json.ts'
export type { Measure } from './core/content/measure.ts'
export { characters, codePoints, estimate } from './core/content/measure.ts'
export type {
  AudioPart,
  AuthorType,
  FilePart,
  FileWay,
  ImagePart,
  LineRange,
  Part,
  ProviderData,
  ReasoningPart,
  ResultContent,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from './core/content/part.ts'
export { isEmpty } from './core/content/part.ts'
export { sizeOfPart, sizeOfParts } from './core/content/size.ts'
export type { ContextPlan, Truncation } from './core/context-plan.ts'
export type { Kept, LeftOut, Marker, Span } from './core/decision.ts'
export { HeddleError } from './core/errors.ts'
export type { Form, FormKind, Section } from './core/form.ts'
export { plan } from './core/plan.ts'
export type { HistoryStrategy, PlanInput, PlanSettings } from './core/plan-input.ts'
export type { KeptReason, LeftOutReason, Reason } from './core/reason.ts'
export type { Item, Refusal } from './core/refusal.ts'
export { describeRefusal } from './core/refusal.ts'
export type { Decisions, Violation } from './core/verify.ts'
export { InvariantBroken, verify } from './core/verify.ts'
export type { Change, PlanDiff, RequestDiff } from './core/diff.ts'
export { diff, diffRequests } from './core/diff.ts'
export type { ExplainRow } from './core/explain.ts'
export { describeReason, explain } from './core/explain.ts'
export { assemble } from './core/render/assemble.ts'
export type { Piece } from './core/render/merge.ts'
export { mergeMessages } from './core/render/merge.ts'
export type { Message, Prompt, Role, ToolDefinition } from './core/render/message.ts'
export type { UnmatchedResult } from './core/render/pairs.ts'
export { repairPairs } from './core/render/pairs.ts'
export type { RenderOptions, RenderTarget } from './core/render/render.ts'
export { render, renderTargets } from './core/render/render.ts'
export type { PlainMessage, PlainPrompt } from './core/render/targets/plain.ts'
export { toPlainMessages } from './core/render/targets/plain.ts'
export type { Rendered } from './core/render/targets/rendered.ts'
export type { SystemText } from './core/system.ts'
export { systemCandidates } from './core/system.ts'
export { calibrated } from './tokenizers/calibrated.ts'
export { loadMeasure, measureIds } from './tokenizers/load-measure.ts'
