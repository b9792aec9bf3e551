import { expect, it } from 'vitest';
import { onlyIf } from '../../../support/onlyIf.ts';
import { runCommand } from '../../../support/runCommand.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { startService } from '../sample-service/serviceClient.ts';
import { sampleCommand } from './sampleCommand.ts';

const sample = sampleCommand();
const { cli, folder } = sample;

/** Says at the end of a process how many threads it has started, and how much memory it has had, as Linux tells. */
const counting = `data:text/javascript,${encodeURIComponent(`
  import { subscribe } from 'node:diagnostics_channel';
  import { readFileSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  let threads = 0;
  subscribe('worker_threads', () => (threads += 1));
  const memory = () => process.platform !== 'linux' ? '' : /VmHWM.*/.exec(readFileSync('/proc/self/status', 'utf8'))[0];
  if (isMainThread) process.on('exit', () => process.stderr.write(\`\${threads} threads, \${memory()}\\n\`));
`)}`;
const environment = { NODE_OPTIONS: `--import ${counting}` };

it.each([
  ['record', 'networks', '1'],
  ['meta', 'networks'],
  ['query', 'networks'],
  ['schedule', 'list'],
])('%s starts no thread where the cache has its answer', async (...argv) => {
  await cli(['query', 'networks']);
  const { err } = await runCommand([...argv, '--offline'], {
    folder,
    environment: { ...environment, RWA_BASE_URL: sample.service.url },
  });
  expect(err).toMatch(/^0 threads/m);
});

it(
  'sync keeps to 250 MB with the heaviest records @nightly',
  onlyIf(process.platform === 'linux', 'This system does not tell how much memory a process had at most.'),
  async () => {
    await using heavy = await startService({ assets: 300, transactions: 500, odd: false });
    const { err } = await runCommand(['sync', 'assets', '--base-url', heavy.url], {
      folder: makeTemporaryFolder('cli'),
      key: heavy.key,
      environment,
    });
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(err) ?? [];
    expect(Number(kilobytes)).toBeLessThan(250_000);
  },
);
