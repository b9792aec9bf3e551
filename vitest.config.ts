import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** How long a test waits for one thing, in ms: long enough for a machine that is busy with others, so that none depends on the load. */
const patience = 30_000;

export default defineConfig({
  test: {
    projects: [
      {
        // The window's state is written with runes.
        plugins: [svelte()],
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          testTimeout: 2 * patience,
          expect: { poll: { timeout: patience } },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/{integration,security}/**/*.test.ts'],
          globalSetup: 'test/support/sharedData.ts',
          testTimeout: 6 * patience,
          hookTimeout: 6 * patience,
          expect: { poll: { timeout: patience } },
        },
      },
    ],
  },
});
