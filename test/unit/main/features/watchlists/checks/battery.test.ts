import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isDischarging } from '../../../../../../main/features/watchlists/checks/pauseReason.ts';
import { makeTemporaryFolder } from '../../../../../support/temporaryFolder.ts';

/** Linux with these supplies of power, each a folder as below `/sys/class/power_supply`. */
function supplies(all: Record<string, Record<string, string>>): string {
  const folder = makeTemporaryFolder('power');
  for (const [name, members] of Object.entries(all)) {
    mkdirSync(join(folder, name));
    for (const [member, value] of Object.entries(members))
      writeFileSync(join(folder, name, member), `${value}\n`);
  }
  return folder;
}

const mains = { type: 'Mains', online: '0' };

it.each([
  ['a battery that is discharged', true, { AC: mains, BAT0: { type: 'Battery', status: 'Discharging' } }],
  ['a battery that is charged', false, { AC: mains, BAT0: { type: 'Battery', status: 'Charging' } }],
  ['a full battery', false, { BAT0: { type: 'Battery', status: 'Full' } }],
  [
    'the second of two batteries',
    true,
    { BAT0: { type: 'Battery', status: 'Not charging' }, BAT1: { type: 'Battery', status: 'Discharging' } },
  ],
  ['the battery of a mouse', false, { mouse: { type: 'Battery', scope: 'Device', status: 'Discharging' } }],
  ['no battery', false, {}],
])('%s', (_what, expected, all) => {
  expect(isDischarging(supplies(all))).toBe(expected);
});

it('a system that tells nothing of its power has mains', () => {
  expect(isDischarging('/nothing/here')).toBe(false);
});
