import { statfsSync } from 'node:fs';

/** What a disk has left, and how much of that is to be left for others, in bytes. */
export interface DiskSpace {
  readonly free: number;
  readonly reserve: number;
}

const reserveBytes = 200_000_000;
const reservePart = 0.05;

/** Of the disk of a folder or file. */
export function diskSpace(path: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(path);
  return { free: bavail * bsize, reserve: Math.min(reserveBytes, blocks * bsize * reservePart) };
}

/** As a person reads it. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
