import { describe, expect, it } from 'vitest';
import { rankHit, type RankedHit } from '../../../../../main/store/search/searchHits.ts';
import { longestText } from '../../../../../main/store/search/searchText.ts';

function hitIn(texts: Readonly<Record<string, string>>): RankedHit['hit'] | undefined {
  const typed = { whole: 'needle', words: ['needle'], meant: [[]] };
  return rankHit('assets', 1, (field) => texts[field] ?? null, typed)?.hit;
}

describe('a hit in a text that is longer than any', () => {
  const long = 'x '.repeat(5_000_000);

  it('is looked for in its beginning, as the index has it', () => {
    expect(hitIn({ name: 'One', description: `needle ${long}` })?.field).toBe('description');
    expect(hitIn({ name: 'One', description: `${long} needle` })).toBeUndefined();
  });

  it('sends no more than a beginning to the window', () => {
    const hit = hitIn({ name: `needle ${long}`, description: long });
    expect(JSON.stringify(hit).length).toBeLessThan(2 * longestText);
  });
});
