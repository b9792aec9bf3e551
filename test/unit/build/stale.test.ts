import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { BuildStamp } from '../../../build/start/stale.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';

let project: string;
let stamp: BuildStamp;

beforeEach(async () => {
  project = makeTemporaryFolder('stale');
  await mkdir(path.join(project, 'main', 'store'), { recursive: true });
  await writeFile(path.join(project, 'main', 'store', 'store.ts'), 'export {};');
  await writeFile(path.join(project, 'package-lock.json'), '{}');
  stamp = new BuildStamp(project);
});

describe('bundles', () => {
  it('are stale before the first build, and fresh after it', () => {
    expect(stamp.isStale()).toBe(true);
    stamp.write(stamp.fingerprint());
    expect(stamp.isStale()).toBe(false);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['changed', () => writeFile(path.join(project, 'main', 'store', 'store.ts'), 'export { };')],
    ['touched', () => utimes(path.join(project, 'main', 'store', 'store.ts'), 1, 1)],
    ['added', () => writeFile(path.join(project, 'main', 'index.ts'), '')],
    ['removed', () => rm(path.join(project, 'main', 'store', 'store.ts'))],
  ])('are stale when a source was %s', async (_what, change) => {
    stamp.write(stamp.fingerprint());
    await change();
    expect(stamp.isStale()).toBe(true);
  });

  it('are stale when the lock file changed, and not when a test did', async () => {
    stamp.write(stamp.fingerprint());
    await mkdir(path.join(project, 'test'));
    await writeFile(path.join(project, 'test', 'new.test.ts'), '');
    expect(stamp.isStale()).toBe(false);
    await writeFile(path.join(project, 'package-lock.json'), '{ }');
    expect(stamp.isStale()).toBe(true);
  });

  // npm lists what it has installed there. An optional package may come later than the first build.
  it('are stale when other packages are installed, and not when the same are installed again', async () => {
    const installed = path.join(project, 'node_modules', '.package-lock.json');
    await mkdir(path.dirname(installed));
    await writeFile(installed, '{"packages":{}}');
    stamp.write(stamp.fingerprint());
    await utimes(installed, 1, 1);
    expect(stamp.isStale()).toBe(false);
    await writeFile(installed, '{"packages":{"node_modules/keytar":{}}}');
    expect(stamp.isStale()).toBe(true);
  });

  it('are stale when a plugin of the bundler changed', async () => {
    stamp.write(stamp.fingerprint());
    await mkdir(path.join(project, 'build', 'bundle'), { recursive: true });
    await writeFile(path.join(project, 'build', 'bundle', 'licences.ts'), '');
    expect(stamp.isStale()).toBe(true);
  });
});
