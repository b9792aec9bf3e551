import { dayMs, minuteMs } from '../../../preload/contract/days.ts';
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { readBounded } from '../../data-service/request.ts';
import type { Transport } from '../../data-service/transport.ts';
import { writePrivateFile } from '../../platform/system/privateFile.ts';
import { ownFile, readPlainFile } from '../../platform/system/textFile.ts';
import { embeddedBytes } from './iconAddress.ts';
import { imageKind, type ImageKind } from './imageKind.ts';

/** Limits of an icon: bytes, the longer side, and pixels of all frames. */
export const maxIconBytes = 256 * 1024;
const maxIconSide = 1024;
const maxIconPixels = 4 * maxIconSide ** 2;
const maxIcons = 500;
const timeoutMs = 10_000;
/** A cached icon is fetched again after `freshMs`, a failed one after `refusedMs`. */
const freshMs = 30 * dayMs;
const refusedMs = 10 * minuteMs;

interface IconsOptions {
  readonly folder: string;
  readonly transport: Transport;
  readonly now: () => number;
}

export interface Icon {
  readonly type: ImageKind['type'];
  readonly bytes: Uint8Array;
}

export type Icons = ReturnType<typeof createIcons>;

/** Fetched without key, cookies and redirects, identified by their bytes, cached by their address's hash. */
export function createIcons({ folder, transport, now }: IconsOptions) {
  const running = new Map<string, Promise<boolean>>();
  const refusedAt = new Map<string, number>();

  /** Null without a file. */
  async function fetchedAt(name: string): Promise<number | null> {
    const seen = await stat(join(folder, name)).catch(() => null);
    return seen?.mtimeMs ?? null;
  }

  async function refresh(url: string, name: string): Promise<boolean> {
    const work = running.get(name) ?? download(url, name);
    running.set(name, work);
    const done = await work;
    running.delete(name);
    if (!done) refusedAt.set(name, now());
    // Too many icons only take space.
    else await keepLatest().catch(() => undefined);
    return done;
  }

  async function download(url: string, name: string): Promise<boolean> {
    try {
      const bytes = embeddedBytes(url) ?? (await request(transport, url));
      if (bytes === null || shownAs(bytes) === null) return false;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = join(folder, `${name}.new`);
      writePrivateFile(unfinished, bytes);
      // In seconds without a fraction, which would come back rounded.
      await utimes(unfinished, Math.floor(now() / 1000), Math.floor(now() / 1000));
      await rename(unfinished, join(folder, name));
      return true;
    } catch {
      // A record without its icon is complete, and nobody can act on the failure.
      return false;
    }
  }

  /** What is shown is fetched every 30 days, so that the oldest was not shown for longest, to within 30 days. */
  async function keepLatest(): Promise<void> {
    const names = await readdir(folder);
    if (names.length <= maxIcons) return;
    const dated = await Promise.all(names.map(async (name) => ({ name, at: (await fetchedAt(name)) ?? 0 })));
    const oldest = dated.sort((a, b) => a.at - b.at).slice(0, names.length - maxIcons);
    await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })));
  }

  async function read(name: string): Promise<Icon | null> {
    if (!/^[0-9a-f]{64}$/.test(name)) return null;
    const bytes = await readPlainFile(join(folder, name), { ...ownFile, maxBytes: maxIconBytes }).catch(
      () => null,
    );
    const type = bytes === null ? null : shownAs(bytes);
    return bytes === null || type === null ? null : { type, bytes };
  }

  return {
    /** Shows a cached icon at any age, and refreshes a stale one. Null if no image may be shown. */
    async fetch(url: string, { offline }: { readonly offline: boolean }) {
      const name = createHash('sha256').update(url).digest('hex');
      const at = await fetchedAt(name);
      const cachedName = at === null ? null : name;
      const isFresh = at !== null && at <= now() && now() - at < freshMs;
      const isRefused = Math.abs(now() - (refusedAt.get(name) ?? -Infinity)) < refusedMs;
      const isEmbedded = embeddedBytes(url) !== null;
      if (isFresh || (offline && !isEmbedded) || isRefused) return cachedName;
      const pending = refresh(url, name);
      // `pending` never fails, and a cached icon does not wait for it.
      return cachedName ?? ((await pending) ? name : null);
    },
    read,
  };
}

function shownAs(bytes: Uint8Array): ImageKind['type'] | null {
  if (bytes.byteLength > maxIconBytes) return null;
  const kind = imageKind(bytes);
  if (kind === null || kind.pixels > maxIconPixels) return null;
  return [kind.width, kind.height].every((side) => side >= 1 && side <= maxIconSide) ? kind.type : null;
}

async function request(transport: Transport, url: string): Promise<Uint8Array | null> {
  const ended = new AbortController();
  try {
    const response = await transport(url, {
      method: 'GET',
      headers: { accept: 'image/png, image/webp, image/jpeg, image/gif' },
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ended.signal]),
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
    });
    return response.ok ? await readBounded(response, maxIconBytes) : null;
  } finally {
    // Electron keeps the connection of an unread body: one of six per host.
    ended.abort();
  }
}
