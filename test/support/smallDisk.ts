import { execFileSync } from 'node:child_process';
import type { TestContext } from 'vitest';
import { leaveOut } from './onlyIf.ts';

/** Mounts a small file system in a folder. Skips the test if this user may not mount. */
export function smallDisk(folder: string, bytes: number, context: TestContext): Disposable {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes.toString()}`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    leaveOut(context, 'Only root on Linux can mount the small disk of this test.');
  }
  return {
    [Symbol.dispose]: () => {
      execFileSync('umount', ['--lazy', folder]);
    },
  };
}
