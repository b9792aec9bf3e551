import { describe, expect, it } from 'vitest';
import { readQueryFile } from '../../../../../main/features/savedQueries/queryFile.ts';

function fileWith(...queries: unknown[]): string {
  return JSON.stringify({ format: 'rwa-explorer-queries', version: 1, queries });
}

describe('a file of saved queries', () => {
  it('needs no more than names, resources and queries', () => {
    const { queries, errors } = readQueryFile(
      `\uFEFF${fileWith({ name: ' All assets ', resource: 'assets', query: {} })}`,
    );
    expect(errors).toEqual([]);
    expect(queries).toEqual([
      {
        name: 'All assets',
        resource: 'assets',
        target: 'list',
        query: {},
        off: [],
        columns: [],
        parameters: [],
        folder: '',
        tags: [],
        favourite: false,
        note: '',
      },
    ]);
  });

  it('has the totals of a query, or says what is wrong with them', () => {
    const totals = {
      rows: [{ field: 'date', period: 'month' }],
      columns: { field: 'network_id' },
      measures: [{ kind: 'count' }, { kind: 'weighted', field: 'amount', weight: 'usd_amount' }],
      sort: { measure: 0, direction: 'asc' },
      wide: true,
    };
    const query = { name: 'By month', resource: 'transactions', query: {} };
    expect(readQueryFile(fileWith({ ...query, totals })).queries[0]).toMatchObject({ totals });
    const { errors } = readQueryFile(
      fileWith(
        { ...query, totals: { rows: [] } },
        { ...query, totals: { ...totals, measures: [{ kind: 'mode', field: 'amount' }] } },
        { ...query, totals: { ...totals, colour: 'red' } },
        { ...query, totals: { rows: [{ field: 'date', period: 'decade' }] } },
      ),
    );
    expect(errors).toEqual([
      'Query 1, “By month”: “totals.rows” is [], and must have a level.',
      'Query 2, “By month”: “totals.measures[0].kind” is “mode”, which is no figure of totals.',
      'Query 3, “By month”: “colour” is not known in “totals”.',
      'Query 4, “By month”: “totals.rows[0].period” is “decade”, and must be one of day, week, month, quarter, year.',
    ]);
  });

  it('is refused with a sentence for each error', () => {
    const { errors } = readQueryFile(
      fileWith(
        { name: 'Big funds', resource: 'asset', query: {} },
        { name: 'Right', resource: 'tokens', query: {} },
        {
          name: 'Wrong filter',
          resource: 'assets',
          query: { filter: { operator: 'gt', feld: 'id', value: 3 } },
        },
        { resource: 'networks', query: { sort: { field: 'name', direction: 'up' } } },
      ),
    );
    expect(errors).toEqual([
      'Query 1, “Big funds”: “resource” is “asset”, and must be one of assets, tokens, networks, platforms, issuers, managers, service-providers, transactions.',
      'Query 3, “Wrong filter”: “query.filter” is {"operator":"gt","feld":"id","value":3}, which is neither a condition (“field”, “operator”, “value”) nor a group (“filters”).',
      'Query 4: “name” is missing.',
      'Query 4: “query.sort.direction” is “up”, and must be one of asc, desc.',
    ]);
  });

  it('has column presets, or says what is wrong with them', () => {
    const layout = { columns: ['name', 'gone'], pinned: 1, widths: {}, figures: 'compact' };
    const read = (...columnPresets: unknown[]) =>
      readQueryFile(
        JSON.stringify({ format: 'rwa-explorer-queries', version: 2, queries: [], columnPresets }),
      );
    const mine = { name: 'Mine', resource: 'assets', layout };
    expect(read(mine).presets).toEqual([mine]);
    const { errors } = read(
      { name: 'A', resource: 'bonds', layout },
      { name: 'B', resource: 'assets', layout: { ...layout, columns: [] } },
      { name: 'C', resource: 'assets' },
      7,
    );
    expect(errors).toEqual([
      'Column preset 1, “A”: “resource” is “bonds”, and must be one of assets, tokens, networks, platforms, issuers, managers, service-providers, transactions.',
      'Column preset 2, “B”: “layout.columns” is [], and must have a column.',
      'Column preset 3, “C”: “layout” is missing.',
      'Column preset 4 is not an object with a name and a resource.',
    ]);
  });

  it('that begins no list of column presets is refused', () => {
    const file = { format: 'rwa-explorer-queries', version: 2, queries: [], columnPresets: 'all' };
    expect(readQueryFile(JSON.stringify(file)).errors).toEqual([
      '“columnPresets” is “all”, and must be a list.',
    ]);
  });

  it.each([
    ['{"format": ', /^The file is not JSON: /],
    ['[]', /^The file does not hold a JSON object\.$/],
    ['{}', /^This is not a file of saved queries: its “format” is missing/],
    [
      '{"format":"rwa-explorer-queries","version":3,"queries":[]}',
      /^The file has version 3; .* versions 1 and 2\.$/,
    ],
    ['{"format":"rwa-explorer-queries","version":1}', /^The file has no list “queries”\.$/],
    [fileWith(7), /^Query 1 is not an object with a name and a resource\.$/],
    [
      fileWith({ name: 'A', resource: 'assets', query: {}, colour: 'red' }),
      /^Query 1, “A”: “colour” is not known\.$/,
    ],
    [
      fileWith({ name: 'A', resource: 'assets', query: {}, favourite: 'yes' }),
      /^Query 1, “A”: “favourite” is “yes”, and must be true or false\.$/,
    ],
    [
      fileWith({ name: 'A', resource: 'assets', query: { page: 1 } }),
      /^Query 1, “A”: “page” is not known in “query”\.$/,
    ],
    [
      fileWith({ name: '', resource: 'assets', query: {} }),
      /^Query 1: “name” is “”, and must not be empty\.$/,
    ],
  ])('%s', (text, expected) => {
    const { errors } = readQueryFile(text);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(expected);
  });
});
