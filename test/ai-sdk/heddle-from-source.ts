import { registerHooks } from 'node:module'

/** Lets examples, which import what is published, run on the sources. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'heddle/ai-sdk'
      ? next(new URL('../../src/ai-sdk/ai-sdk.ts', import.meta.url).href, context)
      : next(specifier, context),
})
