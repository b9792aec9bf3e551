import { startNodeProcess } from '../../../../main/platform/system/childProcess.ts';
import { startSampleProcess } from '../../../../main/sample-service/sampleProcess.ts';

/** A process that starts that of the sample data service, says where it listens and its key, and goes on until it is killed: URL of the entry, folder, size. */
const [entry = '', cacheFolder = '', size = '{}'] = process.argv.slice(2);
const { url, key } = await startSampleProcess({
  processUrl: new URL(entry),
  startProcess: startNodeProcess,
  signal: new AbortController().signal,
  cacheFolder,
  ...(JSON.parse(size) as object),
});
process.stdout.write(`${url}/v4/assets ${key}\n`);
