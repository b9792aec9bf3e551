import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dataKeyOf } from '../../../../../main/features/encryption/dataKey.ts';
import {
  makeSecret,
  readRecoveryCode,
  recoveryCodeOf,
} from '../../../../../main/features/encryption/recoveryCode.ts';

const secrets = fc.uint8Array({ minLength: 16, maxLength: 16 });
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

it('every secret is read back from its code, however the code is typed', () => {
  fc.assert(
    fc.property(secrets, (secret) => {
      const code = recoveryCodeOf(secret);
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
      for (const typed of [
        code,
        code.toLowerCase(),
        ` ${code.replaceAll('-', ' ')}\n`,
        code.replaceAll('-', '–'),
      ])
        expect(Buffer.from(readRecoveryCode(typed))).toEqual(Buffer.from(secret));
    }),
  );
});

it('letters that look like digits count as these', () => {
  const code = recoveryCodeOf(new Uint8Array(16));
  expect(readRecoveryCode(code.replaceAll('0', 'O').replaceAll('1', 'l'))).toHaveLength(16);
});

it('a mistyped character is noticed: none reads as the code of the same database', () => {
  const secret = makeSecret();
  const code = recoveryCodeOf(secret);
  const { id } = dataKeyOf(secret);
  let noticed = 0;
  let tried = 0;
  for (let index = 0; index < code.length; index += 1) {
    if (code[index] === '-') continue;
    for (const digit of digits) {
      if (digit === code[index]) continue;
      tried += 1;
      try {
        const read = readRecoveryCode(code.slice(0, index) + digit + code.slice(index + 1));
        expect(dataKeyOf(read).id).not.toBe(id);
      } catch (error) {
        expect(error).toMatchObject({ failure: { code: 'bad-arguments' } });
        noticed += 1;
      }
    }
  }
  expect(tried).toBe(28 * 31);
  expect(noticed).toBeGreaterThan(tried * 0.98);
});

it.each([
  ['', 'this has 0'],
  ['9Q4K-9Q4K', 'this has 8'],
  ['U'.repeat(28), 'no “U”'],
])('%j is no code', (text, why) => {
  expect(() => readRecoveryCode(text)).toThrow(why);
});

it('two secrets have different keys, and the id reveals nothing of the key', () => {
  const [a, b] = [dataKeyOf(makeSecret()), dataKeyOf(makeSecret())];
  expect(a.id).toMatch(/^[0-9a-f]{8}$/);
  expect(a.key).toHaveLength(32);
  expect(Buffer.from(a.key)).not.toEqual(Buffer.from(b.key));
  expect(Buffer.from(a.key).toString('hex')).not.toContain(a.id);
});
