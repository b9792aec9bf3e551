import { refuseOldNode } from './oldNode.mjs';

refuseOldNode('npm run test:e2e');
const { runEndToEnd } = await import('./test/endToEnd.ts');
process.exitCode = await runEndToEnd(process.argv.slice(2));
