import { readFileSync } from 'node:fs';
import { endWithoutOutput } from './cli/output.ts';
import { endBySignal, Stop } from './cli/stop.ts';
import { keepCompiled } from './cli/userDataFolder.ts';
import { limitOwnHeaps } from './platform/system/memory.ts';
import { keepOwnRights } from './platform/system/privateFolder.ts';

/** Command line on plain Node (`npm run cli`). Minimal: only later imports use the compile cache. */

endWithoutOutput((code) => process.exit(code));

const argv = process.argv.slice(2);
limitOwnHeaps();
keepOwnRights();
keepLoopbackDirect();
keepCompiled(argv, import.meta.url);
const stop = new Stop(endBySignal);
const { runCommandLine } = await import('./cli/commandLine.ts');
const code = await runCommandLine({
  argv,
  version: readVersion(),
  entryUrl: import.meta.url,
  stop,
  transport: () => Promise.resolve((url, init) => fetch(url, init)),
});
stop.closed(code);
process.exitCode = code;

/** `package.json` lies one folder above the sources, and two above the bundles. */
function readVersion(): string {
  const folder = import.meta.url.endsWith('.ts') ? '../package.json' : '../../package.json';
  const read: unknown = JSON.parse(readFileSync(new URL(folder, import.meta.url), 'utf8'));
  const isNamed = typeof read === 'object' && read !== null && 'version' in read;
  return isNamed && typeof read.version === 'string' ? read.version : '';
}

/** Local services bypass the proxy. Rule: Node.js, "Built-in proxy support"; the lower-case variable wins. */
function keepLoopbackDirect(): void {
  const name = process.env['no_proxy'] === undefined ? 'NO_PROXY' : 'no_proxy';
  process.env[name] = [process.env[name], 'localhost', '127.0.0.1', '[::1]'].filter(Boolean).join(',');
}
