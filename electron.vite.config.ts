import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import { bridgeNames } from './build/bundle/bridgeNames.ts';
import { ownBundle } from './build/bundle/ownBundle.ts';
import { listLicences } from './build/bundle/licences.ts';
import { startChunk } from './build/bundle/startChunk.ts';
import packageFile from './package.json' with { type: 'json' };

/** Modules with a native part stay packages; everything else is bundled, so that starting reads few files. */
const native = ['better-sqlite3', 'keytar'];
const bundled = Object.keys(packageFile.dependencies).filter((name) => !native.includes(name));

const project = import.meta.dirname;
const exportThread = ownBundle('main/features/exports/thread/worker.ts', 'export-worker.js', native);
const sqlProcess = ownBundle('main/features/sql/process/entry.ts', 'sql-process.js', native);

export default defineConfig({
  main: {
    plugins: [
      bridgeNames(),
      exportThread.plugin,
      sqlProcess.plugin,
      listLicences({
        project,
        beside: native,
        others: () => [...exportThread.modules(), ...sqlProcess.modules()],
      }),
    ],
    build: {
      outDir: 'out/main',
      // An optional dependency is not left out by itself.
      externalizeDeps: { include: ['keytar'], exclude: bundled },
      rollupOptions: {
        input: {
          index: 'main/index.ts',
          cli: 'main/cli.ts',
          'store-worker': 'main/store/worker.ts',
          'mirror-worker': 'main/features/mirrors/thread/worker.ts',
          'sample-worker': 'main/sample-service/worker.ts',
          'wallets-worker': 'main/features/watchlists/walletImport/worker.ts',
          'queries-worker': 'main/features/savedQueries/worker.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [bridgeNames(), listLicences({ project })],
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
      rollupOptions: {
        input: { index: 'renderer/index.html' },
        output: {
          codeSplitting: {
            groups: [
              {
                name: startChunk(
                  ['renderer/main.ts', 'renderer/features/records/Browser.svelte'],
                  /node_modules.zod./,
                ),
              },
            ],
          },
        },
      },
    },
    plugins: [svelte({ configFile: '../svelte.config.js' }), listLicences({ project })],
  },
});
