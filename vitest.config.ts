import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,test,conformance,bench,eval,scripts}/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    env: { NO_COLOR: '1' },
  },
})
