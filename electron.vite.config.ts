import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      // An optional dependency is not left out by itself, and a native module cannot be bundled.
      externalizeDeps: { include: ['keytar'] },
      rollupOptions: {
        input: {
          index: 'main/index.ts',
          cli: 'main/cli.ts',
          'store-worker': 'main/store/worker.ts',
          'sample-worker': 'main/sample/worker.ts',
          'export-worker': 'main/export/thread/worker.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      // A sandboxed preload cannot require packages: everything it uses is bundled into one CommonJS file.
      externalizeDeps: false,
      minify: true,
      rollupOptions: {
        input: { index: 'preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    build: {
      outDir: 'out/renderer',
      minify: true,
      rollupOptions: { input: { index: 'renderer/index.html' } },
    },
    plugins: [svelte({ configFile: '../svelte.config.js' })],
  },
});
