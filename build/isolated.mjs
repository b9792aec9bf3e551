import { refuseOldNode } from './oldNode.mjs';

refuseOldNode('npm run test:integration');
const { completeSystem } = await import('./test/system.ts');
const { runIsolated } = await import('./test/isolated.ts');
completeSystem();
process.exitCode = await runIsolated(process.argv.slice(2));
