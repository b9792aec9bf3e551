import { refuseOldNode } from './oldNode.mjs';

refuseOldNode('npm run test:integration');
const { runIsolated } = await import('./test/isolated.ts');
process.exitCode = await runIsolated(process.argv.slice(2));
