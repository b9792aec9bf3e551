import { limitsOf } from './completeness.ts';
import type { ExportScope } from './exports.ts';
import type { Provenance } from './provenance.ts';
import { sqlViewsVersion, type SqlCoverage, type SqlCutOff, type SqlRequest, type SqlResult } from './sql.ts';
import { daysNote } from './sync.ts';
import { twinsInSql } from './twins.ts';

export function sqlTable(
  { connectionId, sql, parameters }: Pick<SqlRequest, 'connectionId' | 'sql' | 'parameters'>,
  result: SqlResult,
): Extract<ExportScope, { kind: 'table' }> {
  return {
    kind: 'table',
    title: 'SQL result',
    columns: distinctNames(result.columns.map(({ name }) => name)).map((name, place) => {
      const kind = result.columns[place]?.kind;
      return {
        name,
        label: name,
        type: kind === undefined || kind === 'mixed' || kind === 'empty' ? 'text' : kind,
      };
    }),
    rows: [],
    kept: { resultId: result.resultId, rows: result.rows },
    sql: { text: sql, parameters, viewsVersion: sqlViewsVersion, covers: [...result.coverage] },
    provenance: {
      connectionId,
      sample: result.sample,
      source: 'local',
      fetchedAt: earliest(result.coverage.map(({ oldestFetchedAt }) => oldestFetchedAt)),
      request: '',
      stale: false,
      coverage: coverageOf(result),
      notes: [
        ...(result.cutOff === null ? [] : [cutOffSentence(result)]),
        ...daysNote(result.coverage.flatMap((one) => [one.oldestFetchedAt, one.newestFetchedAt])),
        ...result.coverage.flatMap(({ twins }) => (twins === undefined ? [] : [twinsInSql(twins)])),
      ],
    },
  };
}

export function cutOffSentence({ cutOff, rows }: Pick<SqlResult, 'cutOff' | 'rows'>): string {
  const most = cutOff === null ? '' : mosts[cutOff];
  return `The result ends after ${rows.toLocaleString('en')} rows: a result has at most ${most}. Add conditions or group them.`;
}

const mosts: Readonly<Record<SqlCutOff, string>> = {
  rows: '100,000 rows',
  bytes: '256 MB',
  cells: '10 million cells',
};

function coverageOf({ coverage, cutOff }: SqlResult): Provenance['coverage'] {
  const asOf = coverage.map(({ completeAsOf }) => completeAsOf);
  if (cutOff === null && !asOf.includes(null)) {
    const oldest = earliest(asOf);
    const leftOut = coverage.reduce((sum, covered) => sum + (covered.leftOut ?? 0), 0);
    const newer = coverage.reduce((sum, covered) => sum + (covered.newer ?? 0), 0);
    return oldest === null
      ? { kind: 'answer' }
      : { kind: 'complete', asOf: oldest, ...limitsOf({ leftOut, newer }) };
  }
  const cachedRecords = coverage.reduce((sum, covered: SqlCoverage) => sum + covered.cachedRecords, 0);
  return { kind: 'partial', cachedRecords };
}

function earliest(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Columns need distinct names of 1 to 200 characters. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const short = name === '' ? 'column' : name.slice(0, 190);
    let distinct = short;
    for (let number = 2; taken.has(distinct); number += 1) distinct = `${short}_${number.toString()}`;
    taken.add(distinct);
    return distinct;
  });
}
