import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { collectSupport } from '../../../../../main/features/support/collect.ts';
import { openLog } from '../../../../../main/platform/log/log.ts';
import { FailureError } from '../../../../../preload/contract/failures.ts';
import { openPolicy } from '../../../../../main/platform/policy/policyFile.ts';
import { onlyIf } from '../../../../support/onlyIf.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { openTestServices } from '../../../../support/testServices.ts';

const hasLinks = onlyIf(process.platform !== 'win32', 'Only administrators make links on Windows.');

const collect = (
  folder: string,
  services: Parameters<typeof collectSupport>[0]['services'],
): Promise<string> =>
  collectSupport({
    services,
    userDataFolder: folder,
    versions: {},
    policy: openPolicy,
    safeMode: null,
    crashes: { notes: () => [] },
    log: openLog({ folder: join(folder, 'logs'), level: 'info' }),
    now: Date.now,
  });

it('a support file has the kind, state and failure code of a job, but none of its texts', async () => {
  const folder = makeTemporaryFolder('support');
  await using services = await openTestServices(folder);
  const secret = 'Pension fund';
  const job = services.jobs.start({
    kind: 'export',
    title: secret,
    path: `/${secret}.csv`,
    work: () => Promise.reject(new FailureError({ code: 'file', message: secret, detail: secret })),
  });
  await expect.poll(() => services.jobs.find(job.id)?.state).toBe('failed');
  const text = await collect(folder, services);
  expect(z.object({ jobs: z.array(z.unknown()) }).parse(JSON.parse(text)).jobs).toMatchObject([
    { kind: 'export', state: 'failed', failure: 'file' },
  ]);
  expect(text).not.toContain(secret);
});

it(
  'a support file is made even if a folder or link has the name of a database or the log',
  hasLinks,
  async () => {
    const folder = makeTemporaryFolder('support');
    const elsewhere = makeTemporaryFolder('home');
    await using services = await openTestServices(folder);
    mkdirSync(join(folder, 'data', 'a.db'));
    symlinkSync(elsewhere, join(folder, 'data', 'b.db'));
    mkdirSync(join(folder, 'logs', 'main.log'), { recursive: true });
    const text = await collect(folder, services);
    const { files, log } = supportSchema.parse(JSON.parse(text));
    const versions = new Map(files[0]?.files.map(({ file, version }) => [file, version]));
    expect([versions.get('user.db'), versions.get('a.db'), versions.get('b.db'), log]).toEqual([
      expect.any(Number),
      undefined,
      undefined,
      [],
    ]);
  },
);

const supportSchema = z.object({
  files: z.array(z.object({ files: z.array(z.object({ file: z.string(), version: z.int().optional() })) })),
  log: z.array(z.string()),
});
