import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { projectFolder } from '../../../../../build/start/project.ts';
import { onlyIf } from '../../../../support/onlyIf.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

/** Says when a schedule for 9:00 is due next, before and after the computer has moved from London to Tokyo. */
const program = `
import { symlinkSync, unlinkSync } from 'node:fs';
const { nextDue } = await import('${path.join(projectFolder, 'main/features/schedules/dueTimes.ts')}');
const { followTimeZone } = await import('${path.join(projectFolder, 'main/platform/system/timeZone.ts')}');
const say = () => console.log(new Date(nextDue({ kind: 'daily', at: 9 * 60 }, Date.UTC(2026, 0, 1, 12))).toISOString());
say();
unlinkSync('/etc/localtime');
symlinkSync('/usr/share/zoneinfo/Asia/Tokyo', '/etc/localtime');
followTimeZone();
say();
`;

/** Runs a program with a folder for system settings of its own, in which it changes the time zone. */
function runApart(file: string, settings: string, zone?: string): string {
  const script = `mount --bind "${settings}" /etc && exec "${process.execPath}" "${file}"`;
  const { TZ: _, ...others } = process.env;
  const env = zone === undefined ? others : { ...others, TZ: zone };
  const { stdout, stderr } = spawnSync('unshare', ['-m', '-r', 'sh', '-c', script], {
    encoding: 'utf8',
    env: { ...env, NODE_OPTIONS: '' },
  });
  return stdout + stderr;
}

const canRunApart =
  spawnSync('unshare', ['-m', '-r', 'true']).status === 0 && existsSync('/usr/share/zoneinfo/Asia/Tokyo');

it(
  'a schedule is due by the current time zone of the computer, or by the one that the user has set',
  { ...onlyIf(canRunApart, 'A program cannot have system settings of its own here, or no zones are known.') },
  () => {
    const folder = makeTemporaryFolder('zone');
    const file = path.join(folder, 'due.mjs');
    writeFileSync(file, program);
    const settings = (): string => {
      const made = makeTemporaryFolder('settings');
      spawnSync('ln', ['-s', '/usr/share/zoneinfo/Europe/London', path.join(made, 'localtime')]);
      return made;
    };
    expect(runApart(file, settings())).toBe('2026-01-02T09:00:00.000Z\n2026-01-02T00:00:00.000Z\n');
    expect(runApart(file, settings(), 'UTC')).toBe('2026-01-02T09:00:00.000Z\n2026-01-02T09:00:00.000Z\n');
  },
);
