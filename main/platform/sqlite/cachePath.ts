import { join } from 'node:path';

export function cachePath(folder: string, connectionId: string): string {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(connectionId)) {
    throw new TypeError(`“${connectionId}” cannot name a cache.`);
  }
  return join(folder, `cache-${connectionId}.db`);
}
