import { refuseOldNode } from './oldNode.mjs';

refuseOldNode('npm test');
const { runAllTests } = await import('./test/allTests.ts');
process.exitCode = await runAllTests(process.argv.slice(2));
