import { describe, expect, it } from 'vitest';
import { readQueryFile } from '../../../../../main/features/savedQueries/queryFile.ts';

function fileWith(...queries: unknown[]): string {
  return JSON.stringify({ format: 'rwa-explorer-queries', version: 1, queries });
}

describe('a file of saved views', () => {
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
        keepsFilter: false,
        columns: [],
        widths: {},
        parameters: [],
        folder: '',
        tags: [],
        favorite: false,
        note: '',
      },
    ]);
  });

  it('has the totals of a view, or says what is wrong with them', () => {
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
        { ...query, totals: { ...totals, color: 'red' } },
        { ...query, totals: { rows: [{ field: 'date', period: 'decade' }] } },
      ),
    );
    expect(errors).toEqual([
      'View 1, “By month”: “totals.rows” is [], and must have a level.',
      'View 2, “By month”: “totals.measures[0].kind” is “mode”, which is no figure of totals.',
      'View 3, “By month”: “color” is not known in “totals”.',
      'View 4, “By month”: “totals.rows[0].period” is “decade”, and must be one of day, week, month, quarter, year.',
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
      'View 1, “Big funds”: “resource” is “asset”, and must be one of assets, tokens, networks, platforms, issuers, managers, service-providers, transactions.',
      'View 3, “Wrong filter”: “query.filter” is {"operator":"gt","feld":"id","value":3}, which is neither a condition (“field”, “operator”, “value”) nor a group (“filters”).',
      'View 4: “name” is missing.',
      'View 4: “query.sort.direction” is “up”, and must be one of asc, desc.',
    ]);
  });

  it.each([
    ['{"format": ', /^The file is not JSON: /],
    ['[]', /^The file does not hold a JSON object\.$/],
    ['{}', /^This is not a file of saved views: its “format” is missing/],
    [
      '{"format":"rwa-explorer-queries","version":2,"queries":[]}',
      /^The file has version 2; the app reads version 1\.$/,
    ],
    ['{"format":"rwa-explorer-queries","version":1}', /^The file has no list “queries”\.$/],
    [fileWith(7), /^View 1 is not an object with a name and a resource\.$/],
    [
      fileWith({ name: 'A', resource: 'assets', query: {}, color: 'red' }),
      /^View 1, “A”: “color” is not known\.$/,
    ],
    [
      fileWith({ name: 'A', resource: 'assets', query: {}, favorite: 'yes' }),
      /^View 1, “A”: “favorite” is “yes”, and must be true or false\.$/,
    ],
    [
      fileWith({ name: 'A', resource: 'assets', query: { page: 1 } }),
      /^View 1, “A”: “page” is not known in “query”\.$/,
    ],
    [
      fileWith({ name: '', resource: 'assets', query: {} }),
      /^View 1: “name” is “”, and must not be empty\.$/,
    ],
  ])('%s', (text, expected) => {
    const { errors } = readQueryFile(text);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(expected);
  });
});
