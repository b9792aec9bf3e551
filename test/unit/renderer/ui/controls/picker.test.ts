import { expect, it } from 'vitest';
import { itemsWith } from '../../../../../renderer/ui/controls/picker.ts';

const items = [
  { key: 'circulating_asset_value', label: 'Circulating asset value', words: 'market cap aum' },
  { key: 'circulating_market_value', label: 'Circulating market value', words: 'market cap aum' },
  { key: 'bridged_value', label: 'Bridged value', words: 'market cap aum' },
  { key: 'value', label: 'Value', words: 'amount' },
];
const found = (words: string): string[] => itemsWith(items, words).map(({ label }) => label);

it('what is called by the words comes before what holds them, and that before what is found by other words', () => {
  expect(found('circulating market value')).toEqual(['Circulating market value', 'Circulating asset value']);
  expect(found('value')).toEqual([
    'Value',
    'Circulating asset value',
    'Circulating market value',
    'Bridged value',
  ]);
  expect(found('cap bridged')).toEqual(['Bridged value']);
  expect(found('amount')).toEqual(['Value']);
});

it('a name comes before the id and the slug of what it names', () => {
  const fields = ['Asset id', 'Asset class id', 'Asset class slug', 'Asset class name', 'Issuer'].map(
    (label) => ({ key: label.toLowerCase().replaceAll(' ', '_'), label }),
  );
  const foundFields = (words: string): string[] => itemsWith(fields, words).map(({ label }) => label);
  expect(foundFields('asset class')).toEqual(['Asset class name', 'Asset class id', 'Asset class slug']);
  expect(foundFields('asset class id')).toEqual(['Asset class id']);
  expect(foundFields('')).toEqual(fields.map(({ label }) => label));
});

it('no words leave all items in their order, and unknown words none', () => {
  expect(found('')).toEqual(items.map(({ label }) => label));
  expect(found('supply')).toEqual([]);
});

it('parts of an item are found by words that it does not hold itself, under its heading', () => {
  const metrics = ['Net asset value', 'Share of the 5 largest holders'].map((label) => ({
    key: label.toLowerCase(),
    label,
    group: 'Figures',
    parts: ['30 d change $', '7 d ago'].map((part) => ({
      key: `${label.toLowerCase()}:${part}`,
      label: `${label}, ${part}`,
    })),
  }));
  const [first] = itemsWith([...items, ...metrics], 'net 30 d change');
  expect(first).toMatchObject({ label: 'Net asset value, 30 d change $', group: 'Figures' });
  expect(itemsWith(metrics, '30 d change $').map(({ label }) => label)).toEqual([
    'Net asset value, 30 d change $',
    'Share of the 5 largest holders, 30 d change $',
  ]);
  // Who means the item itself is not shown its parts.
  expect(itemsWith(metrics, 'net asset').map(({ label }) => label)).toEqual(['Net asset value']);
  expect(itemsWith(metrics, '').map(({ label }) => label)).toEqual(metrics.map(({ label }) => label));
});
