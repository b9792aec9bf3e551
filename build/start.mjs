import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { refuseOldNode } from './oldNode.mjs';

refuseOldNode('npm start');
// Caches stripped and compiled sources for the next start.
module.enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)));
const { start } = await import('./start/start.ts');
await start(process.argv.slice(2));
