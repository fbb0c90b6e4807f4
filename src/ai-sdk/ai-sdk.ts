/** Fitting messages into a budget without a store, and the AI SDK's middleware for it. */

export { CallRefused } from '../session/turn/errors.ts'
export type { FitBeside, FitOptions, Fitted, Fitter } from './fit-messages.ts'
export { createFitter, fitMessages } from './fit-messages.ts'
export type { MiddlewareOptions, Prompt } from './middleware.ts'
export { heddleMiddleware } from './middleware.ts'
export type { FitBudget, FitSettings } from './plan/terms.ts'
export { BadBudget } from './plan/terms.ts'
export type { MessageFormat } from './read/formats.ts'
