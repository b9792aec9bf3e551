import { defineConfig } from '@playwright/test';

/** The end-to-end tests: `npm run test:e2e` on the Chromium shell, `npm run test:electron` on Electron's own runtime. */
export default defineConfig({
  testDir: 'test',
  testMatch: '{e2e,runtime,security}/**/*.spec.ts',
  outputDir: 'test-results/e2e',
  workers: 2,
  // Away from a desk a second try tells an unsteady test from a broken one. Both are named; an unsteady one is a fault to mend.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./test/support/skipReasons.ts'], ['json', { outputFile: 'test-results/e2e.json' }]],
});
