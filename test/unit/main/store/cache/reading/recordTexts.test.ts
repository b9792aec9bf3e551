import { expect, it } from 'vitest';
import { resources } from '../../../../../../preload/contract/resources.ts';
import { chooseFields } from '../../../../../../main/store/cache/reading/recordTexts.ts';

it('the requested fields, the identifier and unknown fields stay', () => {
  const record = { id: 5, name: 'Notes', ticker: 'NTS', slug: 'notes', new_figure: 1 };
  expect(chooseFields(resources.assets, [record], ['ticker', 'issuer_name'])).toEqual([
    { id: 5, ticker: 'NTS', new_figure: 1 },
  ]);
});
