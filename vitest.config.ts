import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        // The window's state is written with runes.
        plugins: [svelte()],
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/{integration,security}/**/*.test.ts'],
          globalSetup: 'test/support/sharedData.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // As long as a busy computer may take; a second, the default, is only enough for an idle one.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
