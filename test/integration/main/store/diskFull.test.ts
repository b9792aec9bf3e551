import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { openTestStore, temporaryFolder } from './testStore.ts';

/** A file system of its own, with this many bytes; undefined where this user may not mount one. */
function smallDisk(path: string, bytes: number): Disposable | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes.toString()}`, 'tmpfs', path], {
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  return {
    [Symbol.dispose]: () => {
      execFileSync('umount', ['--lazy', path]);
    },
  };
}

describe('a disk that gets full', () => {
  it('is told in a sentence, and loses nothing that was acknowledged', async ({ skip }) => {
    using folder = temporaryFolder();
    using disk = smallDisk(folder.path, 6_000_000);
    if (disk === undefined) {
      process.stdout.write('Skipped: only root on Linux can mount the small disk of this test.\n');
      skip();
    }
    const filler = join(folder.path, 'filler');
    writeFileSync(filler, Buffer.alloc(4_000_000));
    const acknowledged: string[] = [];
    let refused: unknown;
    {
      await using store = await openTestStore(folder.path);
      for (let nth = 0; nth < 200 && refused === undefined; nth += 1) {
        const id = nth.toString().padStart(3, '0');
        try {
          await store.user.changeThings([{ kind: 'note', id, value: 'x'.repeat(50_000) }]);
          acknowledged.push(id);
        } catch (error) {
          refused = error;
        }
      }
      expect(refused).toBeInstanceOf(FailureError);
      expect(refused).toMatchObject({
        failure: { code: 'storage', message: expect.stringContaining('The disk is full') as string },
      });
      expect(acknowledged.length).toBeGreaterThan(3);
      expect((await store.user.listThings('note')).map(({ id }) => id)).toEqual(acknowledged);
      // The user makes room, and the app goes on without a restart.
      rmSync(filler);
      await store.user.changeThings([{ kind: 'note', id: 'after', value: 'x'.repeat(50_000) }]);
    }
    await using again = await openTestStore(folder.path);
    expect((await again.user.listThings('note')).map(({ id }) => id)).toEqual([...acknowledged, 'after']);
  });
});
