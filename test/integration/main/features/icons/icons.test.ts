import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createIcons, maxIconBytes, type Icons } from '../../../../../main/features/icons/icons.ts';
import { listen, type TestServer } from '../../../../support/httpServer.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

/** Icons over real HTTP, from a host that answers with what it likes. */

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
/** Told from the other by what follows the picture. */
const otherPng = Buffer.concat([png, Buffer.alloc(8)]);
/** A GIF of so many frames, whose screen is one pixel. */
const gif = (side: number, frames: number): Buffer => {
  const [low, high] = [side & 0xff, side >> 8];
  const frame = [0x2c, 0, 0, 0, 0, low, high, low, high, 0, 2, 2, 0x4c, 1, 0];
  return Buffer.from([
    ...Buffer.from('GIF89a'),
    ...[1, 0, 1, 0, 0, 0, 0],
    ...Array<number[]>(frames).fill(frame).flat(),
    0x3b,
  ]);
};
const day = 24 * 60 * 60_000;
const answers: Record<string, { type: string; body: Buffer; location?: string; status?: number }> = {
  '/good.png': { type: 'image/png', body: png },
  '/named-otherwise': { type: 'text/html', body: png },
  '/svg.png': { type: 'image/png', body: Buffer.from('<svg onload="alert(1)"/>') },
  '/page.png': { type: 'image/png', body: Buffer.from('<script>alert(1)</script>') },
  '/large.png': { type: 'image/png', body: Buffer.concat([png, Buffer.alloc(maxIconBytes)]) },
  '/wide.png': { type: 'image/png', body: Buffer.from(png).fill(0x7f, 16, 20) },
  '/frame.gif': { type: 'image/gif', body: gif(18_000, 1) },
  '/frames.gif': { type: 'image/gif', body: gif(1024, 5) },
  '/moved.png': { type: 'text/plain', body: Buffer.alloc(0), location: '/good.png', status: 302 },
  '/gone.png': { type: 'image/png', body: png, status: 404 },
};

let server: TestServer;
let folder: string;
let icons: Icons;
let now: number;
const headers: NodeJS.Dict<string | string[]>[] = [];

beforeAll(async () => {
  server = await listen((request, response) => {
    headers.push(request.headers);
    const { type, body, location, status = 200 } = answers[request.url ?? ''] ?? { type: '', body: png };
    response.writeHead(status, {
      'content-type': type,
      'set-cookie': 'seen=1',
      ...(location === undefined ? {} : { location }),
    });
    response.end(body);
  });
});

afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  folder = makeTemporaryFolder('icons');
  now = Date.now();
  icons = createIcons({
    folder: path.join(folder, 'icons'),
    transport: (url, init) => fetch(url, init),
    now: () => now,
  });
  headers.length = 0;
  answers['/changing.png'] = { type: 'image/png', body: png };
});

const fetched = (name: string, offline = false): Promise<string | null> =>
  icons.fetch(`${server.url}${name}`, { offline });

describe('an icon that a record contains', () => {
  const held = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`;

  it('is shown without a request, offline too', async () => {
    const name = await icons.fetch(held(png), { offline: true });
    expect(await icons.read(name ?? '')).toEqual({ type: 'image/png', bytes: png });
    expect(headers).toEqual([]);
  });

  it('is recognized by its bytes like any other', async () => {
    expect(await icons.fetch(held(Buffer.from('<script>alert(1)</script>')), { offline: false })).toBeNull();
    const large = Buffer.concat([png, Buffer.alloc(maxIconBytes)]);
    expect(await icons.fetch(held(large), { offline: false })).toBeNull();
    expect(headers).toEqual([]);
  });
});

describe('an icon', () => {
  it('is fetched once, without key or cookie, and cached for this user alone', async () => {
    const names = await Promise.all([fetched('/good.png'), fetched('/good.png')]);
    names.push(await fetched('/good.png'));
    expect(new Set(names).size).toBe(1);
    expect(headers).toHaveLength(1);
    expect(headers[0]).not.toHaveProperty('authorization');
    expect(headers[0]).not.toHaveProperty('cookie');
    expect(await icons.read(names[0] ?? '')).toEqual({ type: 'image/png', bytes: png });
    if (process.platform === 'win32') return;
    const [file = ''] = await readdir(path.join(folder, 'icons'));
    expect((await stat(path.join(folder, 'icons', file))).mode & 0o777).toBe(0o600);
  });

  it('is what its bytes say, not what the host calls it', async () => {
    expect(await icons.read((await fetched('/named-otherwise')) ?? '')).toMatchObject({ type: 'image/png' });
  });

  it.each([
    '/svg.png',
    '/page.png',
    '/large.png',
    '/wide.png',
    '/frame.gif',
    '/frames.gif',
    '/moved.png',
    '/gone.png',
  ])('is not shown, kept or asked for again at once: %s', async (name) => {
    expect([await fetched(name), await fetched(name)]).toEqual([null, null]);
    expect(headers).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
    now += 11 * 60_000;
    await fetched(name);
    expect(headers).toHaveLength(2);
  });

  it('is not requested offline, and shown where it is cached', async () => {
    expect(await fetched('/good.png', true)).toBeNull();
    expect(headers).toEqual([]);
    const name = await fetched('/good.png');
    expect(await fetched('/good.png', true)).toBe(name);
  });

  it.each([
    ['old', 31 * day],
    ['of a clock that was ahead', -day],
  ])('that is %s is shown, offline too, and fetched anew behind it', async (_what, passed) => {
    const name = (await fetched('/changing.png')) ?? '';
    now += passed;
    expect([await fetched('/changing.png', true), headers.length]).toEqual([name, 1]);
    answers['/changing.png'] = { type: 'image/png', body: otherPng };
    expect(await fetched('/changing.png')).toBe(name);
    await expect.poll(() => icons.read(name)).toEqual({ type: 'image/png', bytes: otherPng });
    await icons.fetch(`${server.url}/changing.png`, { offline: false });
    expect(headers).toHaveLength(2);
  });

  it('that was fetched anew is not requested again at once, at whichever moment that was', async () => {
    for (let nth = 1; nth <= 20; nth += 1) {
      now += 31 * day + 1;
      // The file is there a moment before its fetch has ended, which a request joins until then.
      const fetchedAt = async () => {
        const name = (await fetched('/changing.png')) ?? '';
        return (await stat(path.join(folder, 'icons', name))).mtimeMs;
      };
      await expect.poll(fetchedAt).toBe(Math.floor(now / 1000) * 1000);
      await fetched('/changing.png');
      expect(headers).toHaveLength(nth);
    }
  });

  it('that was fetched first is removed for others', async () => {
    const inFolder = path.join(folder, 'icons');
    await mkdir(inFolder);
    const names = Array.from({ length: 500 }, (_, place) => place.toString(16).padStart(64, '0'));
    for (const [place, name] of names.entries()) {
      await writeFile(path.join(inFolder, name), png);
      await utimes(path.join(inFolder, name), now / 1000, now / 1000 - place);
    }
    const added = (await fetched('/good.png')) ?? '';
    expect(new Set(await readdir(inFolder))).toEqual(new Set([...names.slice(0, -1), added]));
  });

  it('is read by its own name only, and looked at again', async () => {
    const name = (await fetched('/good.png')) ?? '';
    await writeFile(path.join(folder, 'secret'), png);
    for (const other of ['../secret', 'secret', name.toUpperCase(), `${name}/`, '', '0'.repeat(64)]) {
      expect(await icons.read(other)).toBeNull();
    }
    await writeFile(path.join(folder, 'icons', name), '<svg onload="alert(1)"/>');
    expect(await icons.read(name)).toBeNull();
  });
});
