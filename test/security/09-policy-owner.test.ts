import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPolicyFile, readPolicyKey, parseRegistryValues } from '../../main/platform/policy/policyFile.ts';
import { defaultBaseUrl } from '../../preload/contract/connections.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { onlyIf } from '../support/onlyIf.ts';

/** A policy that another user of the computer has written sends nobody's key to that user's service. */

const canGive = onlyIf(process.getuid?.() === 0, 'Only root can give files to other users.');

const somebody = 12_345;
const hostile = JSON.stringify({ baseUrl: 'https://thief.example' });

type Lay = (folder: string) => string;

/** A file in a folder of its own, both of root unless something is changed. */
function lay(folder: string): string {
  const own = join(folder, 'rwa-explorer');
  mkdirSync(own, { mode: 0o755 });
  chmodSync(folder, 0o755);
  const file = join(own, 'policy.json');
  writeFileSync(file, hostile, { mode: 0o644 });
  return file;
}

const laid: readonly (readonly [what: string, lay: Lay])[] = [
  [
    'belongs to a user',
    (folder) => {
      const file = lay(folder);
      chownSync(file, somebody, somebody);
      return file;
    },
  ],
  [
    'may be written by everybody',
    (folder) => {
      const file = lay(folder);
      chmodSync(file, 0o666);
      return file;
    },
  ],
  [
    'may be written by a group',
    (folder) => {
      const file = lay(folder);
      chmodSync(file, 0o664);
      return file;
    },
  ],
  [
    'lies in a folder of a user',
    (folder) => {
      const file = lay(folder);
      chownSync(join(file, '..'), somebody, somebody);
      return file;
    },
  ],
  [
    'lies in a folder that everybody may write to',
    (folder) => {
      const file = lay(folder);
      chmodSync(join(file, '..'), 0o777);
      return file;
    },
  ],
  [
    'lies below a folder of a user',
    (folder) => {
      const file = lay(folder);
      chownSync(folder, somebody, somebody);
      return file;
    },
  ],
  [
    'is a link to a file of a user',
    (folder) => {
      const file = lay(folder);
      const theirs = join(folder, 'theirs.json');
      writeFileSync(theirs, hostile);
      chownSync(theirs, somebody, somebody);
      const link = join(folder, 'rwa-explorer', 'link.json');
      symlinkSync(theirs, link);
      chmodSync(file, 0o644);
      return link;
    },
  ],
];

it.each(laid)('a file that %s names no base URL, and is reported', canGive, (_what, make) => {
  using folder = temporaryFolder();
  const policy = readPolicyFile(make(folder.path));
  expect(policy.baseUrl).toBe(defaultBaseUrl);
  expect(policy.problem).toMatch(/does not belong to root|others than root may write/);
});

it('a file that only root can have written is followed', canGive, () => {
  using folder = temporaryFolder();
  expect(readPolicyFile(lay(folder.path))).toMatchObject({ baseUrl: 'https://thief.example', problem: null });
});

it('on Windows the policy is that of the registry, which only administrators may change', () => {
  const output = [
    '',
    'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\RWA Explorer',
    '    DisableUpdates    REG_DWORD    0x1',
    '    DisableSampleData    REG_DWORD    0x0',
    '    BaseUrl    REG_SZ    https://rwa.example.com',
    '    TransactionsPerHour    REG_DWORD    0x1f4',
    '',
  ].join('\r\n');
  expect(readPolicyKey(() => parseRegistryValues(output))).toMatchObject({
    problem: null,
    updates: false,
    sampleData: true,
    baseUrl: 'https://rwa.example.com',
    transactionsPerHour: 500,
  });
  expect(readPolicyKey(() => parseRegistryValues('    BaseURLs    REG_SZ    x\r\n')).problem).toContain(
    'baseURLs',
  );
  expect(
    readPolicyKey(() => {
      throw new Error('no registry');
    }).problem,
  ).toContain('cannot be read');
});
