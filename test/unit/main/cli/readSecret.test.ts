import { expect, it } from 'vitest';
import { noKeyGiven } from '../../../../main/cli/readSecret.ts';

it('the installed program on Windows names the ways that work there', () => {
  const said = noKeyGiven('win32', true);
  expect(said).toContain('its window');
  expect(said).toContain('RWA_API_KEY');
  expect(noKeyGiven('win32', false)).toBe('The standard input holds no key.');
  expect(noKeyGiven('linux', true)).toBe('The standard input holds no key.');
});
