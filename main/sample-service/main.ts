import { errorText } from '../../preload/contract/failures.ts';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from './commandLine.ts';
import { startNodeProcess } from '../platform/system/childProcess.ts';
import { startSampleProcess } from './sampleProcess.ts';

/** The sample data service as a program: `npm run service -- --port 8787 --key KEY`. */

/** A folder of this user's own: one in the shared temporary folder could be anybody's. */
const cacheRoot = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');

const read = readCommandLine(process.argv.slice(2), join(cacheRoot, 'rwa-explorer', 'sample'));
if (read.kind === 'usage') {
  (read.exitCode === 0 ? process.stdout : process.stderr).write(`${read.text}\n`);
  process.exitCode = read.exitCode;
} else {
  try {
    const service = await startSampleProcess({
      ...read.options,
      processUrl: new URL('./worker.ts', import.meta.url),
      startProcess: startNodeProcess,
    });
    process.stdout.write(`${JSON.stringify({ listening: service.url, key: service.key })}\n`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        void service.close();
      });
    }
  } catch (error) {
    process.stderr.write(`The service could not start: ${errorText(error)}\n`);
    process.exitCode = 1;
  }
}
