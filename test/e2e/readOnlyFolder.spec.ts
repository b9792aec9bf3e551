// Border: the app ends at its start, before it has a window.
import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { projectFolder } from '../../build/start/project.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { startOwn } from './fixtures/ownProcess.ts';

test('a folder that may only be read is named, with what reads it', async () => {
  const userDataDir = makeTemporaryFolder('read-only');
  const mount = (...options: readonly string[]): boolean => {
    try {
      execFileSync('mount', [...options, userDataDir], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  test.skip(!mount('-t', 'tmpfs', '-o', 'ro', 'tmpfs'), 'Only root on Linux can mount such a folder.');
  try {
    await expect(startOwn({ appFolder: projectFolder, userDataDir })).rejects.toThrow(
      `Nothing can be saved: ${userDataDir} is not writable. Make it writable, or start the app with another data folder. The commands read such a folder`,
    );
  } finally {
    execFileSync('umount', [userDataDir]);
  }
});
