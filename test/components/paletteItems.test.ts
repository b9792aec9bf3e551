import { describe, expect, it } from 'vitest';
import type { PaletteItem } from '../../renderer/shell/feature.ts';
import { fittingItems } from '../../renderer/shell/palette/items.ts';

const run = (): void => undefined;
const field: PaletteItem = { key: 'f', group: 'Assets by', label: 'Share of the 5 largest holders', run };
const search: PaletteItem = { key: 's', group: 'Search', label: 'Find “…” in assets', found: true, run };
const record: PaletteItem = { key: 'r', group: 'Records', label: 'Holdersham Fund', found: true, run };
const guess: PaletteItem = {
  key: 'g',
  group: 'Records',
  label: 'Folders Trust',
  found: true,
  guessed: true,
  run,
};

const labels = (items: readonly PaletteItem[], typed: string): string[] =>
  fittingItems(items, typed).map(({ label }) => label);

describe('records whose name is a typo away from what was typed', () => {
  it('are omitted if a command, a column or a record matches without a typo', () => {
    expect(labels([field, guess, search], 'holders')).toEqual([field.label, search.label]);
    expect(labels([record, guess, search], 'holders')).toEqual([record.label, search.label]);
  });

  it('are listed where nothing else fits', () => {
    expect(labels([field, guess, search], 'foldrs')).toEqual([guess.label, search.label]);
  });
});
