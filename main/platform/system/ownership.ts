import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { errorCode } from '../../../preload/contract/failures.ts';

/** True for what belongs to this user. Windows names no users: there its access lists apply. */
export function isMine({ uid }: Pick<Stats, 'uid'>): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

/** True for what neither this user has made nor the system. */
export function isOfOthers(found: Pick<Stats, 'uid'>): boolean {
  return !isMine(found) && found.uid !== 0;
}

/** What file systems answer that have no rights of their own, or let only their owner set them: network homes, FAT, FUSE. */
const withoutRights = ['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'];

/** Sets the rights of an open file; where the file system refuses that, it keeps those that it was made with. */
export async function setRights(file: FileHandle, mode: number): Promise<void> {
  try {
    await file.chmod(mode);
  } catch (error) {
    if (!withoutRights.includes(errorCode(error))) throw error;
  }
}
