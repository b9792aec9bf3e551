import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { runCommandLine } from './cli/commandLine.ts';
import { endWithoutOutput } from './cli/output.ts';

/** The command line's entry point on a Node of its own: `npm run cli`. The packed app runs the same commands from `index.ts`. */

endWithoutOutput((code) => process.exit(code));

process.exitCode = await runCommandLine({
  argv: process.argv.slice(2),
  version: readVersion(),
  entryUrl: import.meta.url,
  transport: () => Promise.resolve((url, init) => fetch(url, init)),
});

/** `package.json` lies one folder above the sources, and two above the bundles. */
function readVersion(): string {
  const folder = import.meta.url.endsWith('.ts') ? '../package.json' : '../../package.json';
  const text = readFileSync(new URL(folder, import.meta.url), 'utf8');
  return z.looseObject({ version: z.string() }).parse(JSON.parse(text)).version;
}
