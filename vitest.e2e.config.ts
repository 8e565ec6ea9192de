import { defineConfig } from 'vitest/config'

/** End-to-end tests start whole apps: one after the other, with time to spare. */
export default defineConfig({
  test: {
    // A window, a browser and a core on two cores: a press can meet a row that moves. What fails twice in a row is a fault.
    retry: 1,
    include: ['tests/e2e/**/*.e2e.ts'],
    reporters: ['default', './tests/support/summary-reporter.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 10_000
  }
})
