import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeWholeFile } from '../../../../../main/features/exports/wholeFile.ts';
import { listen, sendJson } from '../../../../support/httpServer.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { commandLine } from '../../../../support/built.ts';

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
      const results = Array.from({ length: 200 }, (_value, id) => ({ id, name: `Asset ${id.toString()}` }));
      sendJson(response, 200, {
        results,
        pagination: { page: 1, perPage: 200, pageCount: 2, resultCount: 400 },
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

  it('leaves nothing under the final name while a file is written, and the next export cleans up', async () => {
    const folder = makeTemporaryFolder('crash');
    const code = `import { writeWholeFile } from ${JSON.stringify(wholeFileUrl)};
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
    await writeWholeFile(join(folder, 'networks.csv'), (write) => write('id'));
    expect(await readdir(folder)).toEqual(['networks.csv']);
  });
});
