import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { refuseOldNode } from './oldNode.mjs';

refuseOldNode('npm start');
// The sources run as they are: what stripping their types and compiling them took is kept for the next start.
module.enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)));
const { start } = await import('./start/start.ts');
await start(process.argv.slice(2));
