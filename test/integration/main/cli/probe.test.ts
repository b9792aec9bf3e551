import { expect, it, onTestFinished, vi } from 'vitest';
import { runCommandLine } from '../../../../main/cli/commandLine.ts';
import { createKeyStore } from '../../../../main/platform/keychain/keyStore.ts';
import { createServices } from '../../../../main/services.ts';
import { workers } from '../../../support/built.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

it('probe asks through the proxy of the settings', async () => {
  const userDataFolder = makeTemporaryFolder('probe');
  const proxy = { mode: 'address', address: 'http://10.0.0.1:3128', bypass: '' } as const;
  const services = await createServices({
    userDataFolder,
    workers,
    transport: fetch,
    openKeyStore: () => Promise.resolve(createKeyStore(null, 'This test has no keychain.')),
  });
  await services.changeSettings({ proxy });
  await services.close();

  vi.stubEnv('RWA_API_KEY', 'rwa_test_4f9a');
  onTestFinished(() => void vi.unstubAllEnvs());
  const happened: unknown[] = [];
  await runCommandLine({
    argv: ['probe', '--base-url', 'http://127.0.0.1:1', '--user-data-dir', userDataFolder],
    version: '0.0.0',
    entryUrl: new URL('index.js', workers.store).href,
    transport: () =>
      Promise.resolve(() => {
        happened.push('request');
        return Promise.reject(new Error('no network in this test'));
      }),
    applyProxy: (applied) => {
      happened.push(applied);
      return Promise.resolve();
    },
  });
  expect(happened.slice(0, 2)).toEqual([proxy, 'request']);
});
