import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeWholeFile } from '../../../../main/export/wholeFile.ts';
import { listen, sendJson } from '../../../support/httpServer.ts';

/** An export whose process is ended without warning. */

describe('kill -9 in mid-export', () => {
  it('leaves nothing under the final name, and the next export cleans up', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crash-'));
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
      'main/cli.ts',
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
    const files = (await readdir(folder)).filter((name) => name !== 'data');
    expect(files.filter((name) => !name.endsWith('.part'))).toEqual([]);
    expect(files).toHaveLength(1);
    expect((await stat(join(folder, files[0] ?? ''))).isFile()).toBe(true);
    await writeWholeFile(join(folder, 'networks.csv'), (write) => write('id'));
    expect((await readdir(folder)).sort()).toEqual(['data', 'networks.csv']);
  });
});
