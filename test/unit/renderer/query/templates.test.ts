import fc from 'fast-check';
import { expect, it } from 'vitest';
import { catalogueMetadata } from '../../../../main/features/metadata/catalogueMetadata.ts';
import { mergeMetadata } from '../../../../main/features/metadata/mergeMetadata.ts';
import type { Filter } from '../../../../preload/contract/query.ts';
import { resources } from '../../../../preload/contract/resources.ts';
import { builderFields } from '../../../../renderer/query/fields.ts';
import { withIds } from '../../../../renderer/query/templates.ts';

const fields = builderFields(
  mergeMetadata(catalogueMetadata('transactions'), null).fields,
  resources.transactions,
).map((field) =>
  field.name === 'network_id' ? { ...field, options: [{ value: 7, label: 'Base' }] } : field,
);
const condition = fc.record({
  operator: fc.constantFrom('equals', 'notEquals'),
  field: fc.constantFrom('network_id', 'transaction_hash'),
  value: fc.constantFrom('Base', ' base ', 'Elsewhere', 7),
});
const { filter: filters } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    condition,
    fc.record({
      operator: fc.constantFrom('and', 'or'),
      filters: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
    }),
  ),
}));

it('a name stands for its identifier in groups of any depth, and in fields of identifiers alone', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const expected = JSON.parse(JSON.stringify(filter), (_key, part: unknown) =>
        typeof part === 'object' &&
        part !== null &&
        'value' in part &&
        'field' in part &&
        part.field === 'network_id' &&
        /^\s*base\s*$/i.test(String(part.value))
          ? { ...part, value: 7 }
          : part,
      ) as unknown;
      expect(withIds({ filter }, fields).filter).toEqual(expected);
    }),
  );
});
