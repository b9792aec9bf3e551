import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { FailureError } from '../../../../../preload/contract/failures.ts';
import { cachePath } from '../../../../../main/platform/sqlite/cachePath.ts';
import { methodAt } from '../../../../../main/platform/threads/answerCalls.ts';
import { makeStoreCalls } from '../../../../../main/store/thread/storeCalls.ts';
import { openWorkFolder } from '../../../../../main/platform/system/workFolder.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';

const mismatch = (): unknown => z.number().safeParse('text').error;

it('calls a value of another type damage only where the file is damaged', async () => {
  using folder = temporaryFolder();
  openWorkFolder(folder.path);
  const writer = makeStoreCalls();
  const thread = {
    data: { role: 'writer', folder: folder.path, readOnly: false },
    throwIfCanceled: () => undefined,
  };
  const { calls } = await writer.open(thread);
  const call = (name: string, ...args: never[]): unknown =>
    Reflect.apply(methodAt(calls, [name]), undefined, args);
  call('openCache', ...(['one', 'One'] as never[]));
  const error = mismatch();
  expect(writer.explain(error)).toBe(error);

  const database = new Database(cachePath(folder.path, 'one'));
  database.unsafeMode();
  // As a bit does that flips, it changes what the table would refuse.
  database.exec(`
    INSERT INTO complete_from (resource, day) VALUES ('assets', 1);
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, 'STRICT, ', '') WHERE name = 'complete_from';
    PRAGMA writable_schema = RESET;
    UPDATE complete_from SET day = 'x';
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, ') WITHOUT', ') STRICT, WITHOUT') WHERE name = 'complete_from';
  `);
  database.close();
  expect(writer.explain(error)).toBeInstanceOf(FailureError);
  call('close');
});
