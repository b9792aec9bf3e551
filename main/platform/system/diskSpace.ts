import { statfsSync } from 'node:fs';
import { FailureError } from '../../../preload/contract/failures.ts';

/** The free bytes of a disk, and how many of them the app leaves to other programs. */
interface DiskSpace {
  readonly free: number;
  readonly reserve: number;
}

const reserveBytes = 200_000_000;
const reservePart = 0.05;

export function diskSpace(path: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(path);
  // Rule: statfs(2): disks without a fixed size, such as some network disks, have no blocks. Writing shows if
  // one is full.
  if (blocks === 0) return { free: Number.POSITIVE_INFINITY, reserve: 0 };
  return { free: bavail * bsize, reserve: Math.min(reserveBytes, blocks * bsize * reservePart) };
}

/**
 * Ends work before it fills a disk. For work that does not check its space.
 * @param folder of the data
 * @param bytes written next
 * @param what `The sync stopped`
 * @param next advice for when there is space, as a sentence
 * @throws FailureError `storage`
 */
export function leaveRoom(
  folder: string,
  bytes: number,
  { what, next }: { what: string; next: string },
): void {
  const { free, reserve } = diskSpace(folder);
  if (free - bytes >= reserve) return;
  const needed = bytes === 0 ? '' : ` after the next ${megabytes(bytes)}`;
  throw new FailureError({
    code: 'storage',
    message: `${what}: the disk that holds ${folder} has ${megabytes(free)} left, and the app leaves ${megabytes(reserve)} free${needed}. Free some space, then ${next}`,
  });
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
