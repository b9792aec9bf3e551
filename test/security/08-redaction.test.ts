import { expect, it } from 'vitest';
import { redact } from '../../main/platform/log/redact.ts';

/** A key of any characters that a header takes stays out of the log, crash notes and the support file. */

it.each([
  'Bearer abc!def',
  'bearer abc!#$%&*^|def',
  'Bearer a!b',
  'Basic "abc!def"',
  'Bearer {abc!def}',
  'failed with Bearer abc!def',
  'Bearer   abc!def, then abandoned',
])('nothing of the key is left of: %s', (text) => {
  const left = redact(text, '/home/someone');
  expect(left).not.toMatch(/abc|def|a!b/);
  expect(left).toContain('[left out]');
});

it('words about bearers stay readable', () => {
  expect(redact('A bearer token is missing.', '/home/someone')).toContain('missing');
});
