import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileReader } from '../../../../../../main/features/watchlists/walletImport/valueFiles.ts';
import { onlyIf } from '../../../../../support/onlyIf.ts';
import { makeTemporaryFolder } from '../../../../../support/temporaryFolder.ts';

const hasPipes = onlyIf(process.platform !== 'win32', 'Windows has no pipes in folders.');

it('a file of a schedule that is a folder or a pipe is refused in one sentence', hasPipes, async () => {
  const folder = makeTemporaryFolder('values');
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const file of [folder, pipe])
    await expect(fileReader.text(file)).rejects.toMatchObject({
      failure: { code: 'file', message: `${file} cannot be read: It is a folder, a pipe or a device.` },
    });
});
