import { expect, it } from 'vitest';
import { noKeyGiven } from '../../../../main/cli/readInput.ts';

it('the installed program on Windows names the ways that work there', () => {
  const said = noKeyGiven('win32', true);
  expect(said).toContain('the app’s window');
  expect(said).toContain('RWA_API_KEY');
  expect(noKeyGiven('win32', false)).toBe('There is no key on standard input.');
  expect(noKeyGiven('linux', true)).toBe('There is no key on standard input.');
});
