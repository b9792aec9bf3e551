import { describe, expect, it } from 'vitest';
import { catalogueMetadata } from '../../../../main/features/metadata/catalogueMetadata.ts';
import { mergeMetadata } from '../../../../main/features/metadata/mergeMetadata.ts';
import { readMetadata } from '../../../../main/data-service/metadata.ts';
import { resources } from '../../../../preload/contract/resources.ts';
import { readQuery, writeQuery } from '../../../../renderer/query/draft.ts';
import { builderFields, findBuilderField, type BuilderField } from '../../../../renderer/query/fields.ts';
import { firstOperator, offeredOperators } from '../../../../renderer/query/operators.ts';
import { conditionProblems, problemsOf } from '../../../../renderer/query/problems.ts';
import { editorOf, startValue } from '../../../../renderer/query/valueEntry.ts';
import { describeQuery } from '../../../../renderer/query/describeQuery.ts';

/** Metadata that nobody has seen yet: types, operators and shapes that the app does not know. */
const shapes: Readonly<Record<string, unknown>> = {
  'a list': {
    fields: [
      { name: 'orbit', type: 'geo-polygon', operators: ['withinRadius', 'equals'], filterable: true },
      {
        name: 'mood',
        type: 'enum',
        operators: [{ name: 'equals' }, { name: 'resembles' }],
        options: ['calm', { id: 2, name: 'wild' }],
      },
      { name: 'bare' },
      { nameless: true },
      'odd',
      null,
    ],
    novelty: { deep: [1] },
  },
  'a map': {
    fields: {
      orbit: { dataType: 'geo-polygon', allowedOperators: { withinRadius: {}, equals: {} } },
      mood: {
        type: 'enum',
        operators: ['equals', 'resembles'],
        values: ['calm', { value: 2, label: 'wild' }],
      },
      bare: 'text',
    },
  },
};

function fieldsOf(answer: unknown): readonly BuilderField[] {
  const read = readMetadata(answer);
  const metadata = mergeMetadata(
    catalogueMetadata('assets'),
    read === null ? null : { metadata: read, fetchedAt: 0 },
  );
  return builderFields(metadata.fields, resources.assets);
}

describe.each(Object.entries(shapes))('metadata as %s of unknown fields', (_shape, answer) => {
  const fields = fieldsOf(answer);

  it('offer every field and operator, and an editor for each value', () => {
    const orbit = findBuilderField(fields, 'orbit').field;
    expect(orbit).toMatchObject({ type: 'geo-polygon', kind: 'free', filterable: true });
    expect(offeredOperators(orbit, '').map(({ operator }) => operator)).toEqual([
      'withinRadius',
      'equals',
      'equals',
    ]);
    expect(editorOf(orbit, 'withinRadius', [1.5, 2, 'km'])).toBe('free');
    const mood = findBuilderField(fields, 'mood').field;
    expect(mood?.options).toEqual([
      { value: 'calm', label: 'calm' },
      { value: 2, label: 'wild' },
    ]);
    expect(editorOf(mood, 'equals', '')).toBe('option');
    expect(editorOf(mood, 'resembles', '')).toBe('free');
    for (const field of fields) {
      for (const operator of field.operators) {
        const value = startValue(field, operator);
        expect(editorOf(field, operator, value)).toEqual(expect.any(String));
      }
      expect(firstOperator(field)).not.toBe('');
    }
  });

  it.each(['like', 'startsWith', 'endsWith'])('take a part of a choice as the value of %s', (operator) => {
    const mood = fields.flatMap((one) => (one.name === 'mood' ? { ...one, operators: [operator] } : []));
    expect(conditionProblems({ field: 'mood', operator, value: 'ca' }, mood)).toEqual([]);
  });

  it('send what was built, say it, and find nothing wrong with it', () => {
    const query = {
      filter: {
        operator: 'and' as const,
        filters: [
          { operator: 'withinRadius', field: 'orbit', value: [1.5, 2, 'km'] },
          { operator: 'resembles', field: 'mood', value: 2 },
          { operator: 'equals', field: 'asset_class_name', value: 'Stocks' },
        ],
      },
    };
    const draft = readQuery(query);
    expect(writeQuery(draft)).toEqual(query);
    expect([...problemsOf(draft.filter, undefined, fields).values()]).toEqual([]);
    expect(describeQuery(query, resources.assets, fields)).toBe(
      'Stocks assets with orbit withinRadius 1.5, 2 or km and mood resembles wild',
    );
  });
});

describe('metadata without anything to read', () => {
  it.each([null, [], 'no', {}, { fields: 7 }, { results: null }])('%j leave the catalogue', (answer) => {
    const fields = fieldsOf(answer);
    expect(findBuilderField(fields, 'circulating_market_value_dollar:val_7d')).toMatchObject({
      field: { kind: 'number', metric: true },
      member: 'val_7d',
    });
    expect(fields.length).toBeGreaterThan(200);
  });
});
