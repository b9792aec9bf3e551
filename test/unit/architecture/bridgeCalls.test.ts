import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { calls } from '../../../preload/contract/bridge.ts';
import { bridgeCalls } from './bridgeCalls.ts';

/** What a page that was taken over can do by the bridge: the table names every call, and the tests of what is asked are there. */
describe('the calls of the bridge', () => {
  const rows = Object.entries(bridgeCalls);

  it('have a row each', () => {
    expect(Object.keys(bridgeCalls).toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  it('say how the user is asked, or why not, where they do something outside of the window', () => {
    const silent = rows.filter(([, { does, asked }]) => does.length > 0 && asked === undefined);
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('that touch the keychain ask by a question', () => {
    const lenient = rows.filter(
      ([, { does, asked }]) => does.includes('keychain') && asked?.by !== 'question',
    );
    expect(lenient.map(([name]) => name)).toEqual([]);
  });

  it('that ask are attacked by tests that are there', () => {
    const attacks = rows.flatMap(([, { asked }]) => (asked?.by === 'question' ? asked.tests : []));
    expect(attacks).not.toEqual([]);
    for (const attack of attacks) {
      const [file = '', title = ''] = attack.split(' › ');
      expect(existsSync(file), file).toBe(true);
      expect(readFileSync(file, 'utf8'), file).toContain(title);
    }
  });
});
