import manifest from '../../package.json' with { type: 'json' }

/** Heddle's version. */
export const version: string = manifest.version
