import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkFolder } from '../../../../../main/platform/system/workFolder.ts';
import { listen, sendJson } from '../../../../support/httpServer.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { commandLine } from '../../../../support/built.ts';

const workFolderUrl = new URL('../../../../../main/platform/system/workFolder.ts', import.meta.url).href;
const wholeFileUrl = new URL('../../../../../main/features/exports/wholeFile.ts', import.meta.url).href;

/** An export whose process is ended without warning. */

describe('kill -9 in mid-export', () => {
  it('leaves nothing in the folder while records are fetched', async () => {
    const folder = makeTemporaryFolder('crash');
    let asked = 0;
    let seen: () => void = () => undefined;
    const second = new Promise<void>((resolve) => {
      seen = resolve;
    });
    await using server = await listen((_request, response) => {
      asked += 1;
      // The first page is answered, the second never.
      if (asked > 1) {
        seen();
        return;
      }
      const results = Array.from({ length: 100 }, (_value, id) => ({ id, name: `Asset ${id.toString()}` }));
      sendJson(response, 200, {
        results,
        pagination: { page: 1, perPage: 100, pageCount: 4, resultCount: 400 },
      });
    });
    const args = [
      commandLine,
      'export',
      'assets',
      '--out',
      join(folder, 'assets.csv'),
      '--base-url',
      server.url,
    ];
    const child = spawn(process.execPath, [...args, '--user-data-dir', join(folder, 'data')], {
      env: { ...process.env, RWA_API_KEY: 'key' },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await second;
    child.kill('SIGKILL');
    await ended;
    expect(await readdir(folder)).toEqual(['data']);
  });

  it('leaves nothing under the final name while a file is written, and the next start cleans up', async () => {
    const folder = makeTemporaryFolder('crash');
    const data = makeTemporaryFolder('data');
    const code = `import { openWorkFolder } from ${JSON.stringify(workFolderUrl)};
      import { writeWholeFile } from ${JSON.stringify(wholeFileUrl)};
      openWorkFolder(${JSON.stringify(data)});
      await writeWholeFile(${JSON.stringify(join(folder, 'assets.csv'))}, async (write) => {
        await write('id');
        process.stdout.write('written');
        await new Promise((resolve) => setInterval(resolve, 2 ** 30));
      });`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await ended;
    expect(await readdir(folder)).toEqual([expect.stringMatching(/\.part$/)]);
    openWorkFolder(data).close();
    expect([await readdir(folder), await readdir(join(data, 'work'))]).toEqual([[], ['open.lock']]);
  });
});
