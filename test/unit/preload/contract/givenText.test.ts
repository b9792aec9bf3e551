import { expect, it } from 'vitest';
import { annotationChangeSchema } from '../../../../preload/contract/annotations.ts';
import { documentName, givenText } from '../../../../preload/contract/call.ts';
import { savedQueryContentSchema } from '../../../../preload/contract/savedQueries.ts';
import { watchlistContentSchema } from '../../../../preload/contract/watchlists.ts';

const turned = ' \u202eksed\u202c \u2066Treasury\u2069\u200f ';
const plain = 'ksed Treasury';

it('a given name cannot turn the sentence in which it stands', () => {
  expect(givenText.parse(turned)).toBe(plain);
  const subject = { kind: 'address', address: '0xAA' };
  expect(annotationChangeSchema.parse({ subject, label: turned }).label).toBe(plain);
  expect(watchlistContentSchema.pick({ name: true }).parse({ name: turned }).name).toBe(plain);
  const view = savedQueryContentSchema.parse({
    ...{ name: turned, folder: turned, tags: [turned] },
    ...{ resource: 'assets', query: {} },
  });
  expect([view.name, view.folder, ...view.tags]).toEqual([plain, plain, plain]);
});

it('letters that are joined and emoji stay, and a name of marks alone is none', () => {
  expect(givenText.parse('👩‍💻 کتاب‌ها')).toBe('👩‍💻 کتاب‌ها');
  expect(documentName.safeParse('\u200f\u202e').success).toBe(false);
});
