import { defineConfig } from '@playwright/test';

/** The end-to-end tests: `npm run test:e2e` on the Chromium shell, `npm run test:electron` on Electron's own runtime. */
export default defineConfig({
  testDir: 'test',
  testMatch: '{e2e,runtime,security}/**/*.spec.ts',
  globalSetup: './test/e2e/fixtures/exploredData.ts',
  outputDir: 'test-results/e2e',
  // A test waits for part of its time: four keep two processors busy.
  workers: 4,
  // A test that passes at the second try is a fault, of the app or of the test.
  retries: 0,
  forbidOnly: true,
  // Four times what the longest takes beside others: a click that finds nothing fails long before.
  timeout: 480_000,
  // Four times what a sync of several pages takes beside others; a test waits no longer than it must.
  expect: { timeout: 75_000 },
  reporter: [['list'], ['./test/support/skipReasons.ts'], ['json', { outputFile: 'test-results/e2e.json' }]],
});
