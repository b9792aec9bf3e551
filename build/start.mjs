import { refuseOldNode } from './oldNode.mjs';

refuseOldNode('npm start');
const { start } = await import('./start/start.ts');
await start(process.argv.slice(2));
