import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findChromium } from './test/chromium-shell/chromium/find.mjs';

/** How long a test waits for one thing, in ms: long enough for a machine that is busy with others, so that none depends on the load. */
const patience = 30_000;

const setupFiles = 'test/support/afterEachFile.ts';
const electronTests = 'test/unit/main/electron/**/*.test.ts';

function unit(test: NonNullable<TestProjectInlineConfiguration['test']>): TestProjectInlineConfiguration {
  return {
    // The window's state is written with runes.
    plugins: [svelte()],
    test: {
      setupFiles,
      testTimeout: 2 * patience,
      hookTimeout: 2 * patience,
      expect: { poll: { timeout: patience } },
      ...test,
    },
  };
}

export default defineConfig({
  test: {
    reporters: ['default', './test/support/skipReasons.ts'],
    projects: [
      // Files share a process, which halves the processor time. Those that put another module in the place of `electron` may not: the modules
      // that import it would go on with that of an earlier file.
      unit({ name: 'unit', include: ['test/unit/**/*.test.ts'], exclude: [electronTests], isolate: false }),
      unit({ name: 'unit-electron', include: [electronTests] }),
      // Controls alone, with real keys, in the Chromium that the app runs on.
      {
        plugins: [svelte()],
        optimizeDeps: { include: ['@lucide/svelte/icons/*', 'chart.js', 'chartjs-chart-treemap'] },
        test: {
          name: 'components',
          include: ['test/components/**/*.test.ts'],
          setupFiles: 'test/components/quietConsole.ts',
          testTimeout: 4 * patience,
          expect: { poll: { timeout: patience } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            connectTimeout: 20 * patience,
            provider: playwright({
              launchOptions: {
                executablePath: findChromium() ?? '',
                args: ['--no-sandbox'],
                timeout: 20 * patience,
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'integration',
          // As for unit tests: files share a process.
          isolate: false,
          include: ['test/{integration,security}/**/*.test.ts'],
          globalSetup: ['test/support/built.ts', 'test/support/sharedData.ts'],
          setupFiles,
          testTimeout: 6 * patience,
          hookTimeout: 6 * patience,
          expect: { poll: { timeout: patience } },
        },
      },
    ],
  },
});
