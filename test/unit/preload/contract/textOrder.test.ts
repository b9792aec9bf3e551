import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareTexts, textKey } from '../../../../preload/contract/textOrder.ts';

it('case and accents do not part what belongs together', () => {
  const names = [
    'Zeta',
    'apple',
    'Äther',
    '_draft',
    'Éco',
    'economy',
    '7 Seas',
    'Straße',
    'strasse',
    'Øre',
    'Zoe',
    'zebra',
  ];
  expect(names.toSorted(compareTexts)).toEqual([
    '_draft',
    '7 Seas',
    'apple',
    'Äther',
    'Éco',
    'economy',
    'Øre',
    'Straße',
    'strasse',
    'zebra',
    'Zeta',
    'Zoe',
  ]);
});

it('the order of letters, digits and spaces is that of the root collation', () => {
  const root = new Intl.Collator('en-US-u-co-standard', { sensitivity: 'base' });
  const letters = [...'abcxyzABCXYZäÄéÉöøØßæœñçüŁłşĞαβΩбЯ0123456789 '];
  const text = fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [one, other] = [textKey(a), textKey(b)];
      expect(one < other ? -1 : one > other ? 1 : 0, `${a} | ${b}`).toBe(Math.sign(root.compare(a, b)));
    }),
    { numRuns: 3000 },
  );
});

it('it is an order: the same whichever way texts come', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      expect(Math.sign(compareTexts(a, b))).toBe(-Math.sign(compareTexts(b, a)) + 0);
      if (compareTexts(a, b) <= 0 && compareTexts(b, c) <= 0)
        expect(compareTexts(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});
