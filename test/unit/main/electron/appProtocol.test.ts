import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { registerAppScheme, serveApp } from '../../../../main/electron/appProtocol.ts';

/** The protocol of the app, asked with addresses that a browser would tidy up before they were sent. */

type Serve = (request: { url: string }) => Promise<Response>;

const electron = vi.hoisted(() => ({
  schemes: [] as unknown[],
  serve: undefined as Serve | undefined,
}));

vi.mock('electron', () => ({
  protocol: {
    registerSchemesAsPrivileged: (schemes: unknown[]) => electron.schemes.push(...schemes),
    handle: (_scheme: string, serve: Serve) => (electron.serve = serve),
  },
}));

const folder = makeTemporaryFolder('protocol');
const served = path.join(folder, 'renderer');

beforeAll(async () => {
  await mkdir(served);
  await mkdir(path.join(folder, 'renderer-other'));
  for (const file of ['renderer/index.html', 'secret.txt', 'renderer-other/x.js']) {
    writeFileSync(path.join(folder, file), file);
  }
  registerAppScheme();
  serveApp(served, (name) =>
    Promise.resolve(name === 'known' ? { type: 'image/png', bytes: Uint8Array.of(1, 2) } : null),
  );
});

async function ask(url: string): Promise<string> {
  const response = await electron.serve?.({ url });
  return `${response?.status.toString() ?? ''} ${(await response?.text()) ?? ''}`;
}

describe('the protocol of the app', () => {
  it('has the privileges of a page and no more', () => {
    expect(electron.schemes).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    ]);
  });

  it('serves its own files', async () => {
    expect(await ask('app://rwa/')).toBe('200 renderer/index.html');
    expect(await ask('app://rwa/index.html?x#y')).toBe('200 renderer/index.html');
  });

  it('serves icons as pictures that can be nothing else', async () => {
    const response = await electron.serve?.({ url: 'app://rwa/icon/known' });
    expect([...new Uint8Array((await response?.arrayBuffer()) ?? new ArrayBuffer())]).toEqual([1, 2]);
    expect(Object.fromEntries(response?.headers ?? [])).toEqual({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    'app://rwa/icon/unknown',
    'app://rwa/icon/..%2findex.html',
    'app://rwa/../secret.txt',
    'app://rwa/..%2fsecret.txt',
    'app://rwa/%2e%2e/secret.txt',
    'app://rwa/%2e%2e%2fsecret.txt',
    'app://rwa/..%2frenderer-other%2fx.js',
    'app://rwa//etc/passwd',
    'app://rwa/%00',
    'app://rwa/%',
    'app://other/index.html',
    'app://rwa.example.com/index.html',
    'https://rwa/index.html',
    'app://rwa/nothing.js',
  ])('does not find %s', async (url) => {
    expect(await ask(url)).toBe('404 Not found');
  });
});
