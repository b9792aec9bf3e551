import Database from 'better-sqlite3';
import { dirname } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import buildWorkers, { workers } from '../support/built.ts';
import { createSql } from '../../main/features/sql/sql.ts';
import { startNodeProcess } from '../../main/platform/system/childProcess.ts';
import { openWorkFolder } from '../../main/platform/system/workFolder.ts';
import { sqlLimits } from '../../preload/contract/sql.ts';
import { atMost, p99Of, type Figure } from './figure.ts';

/**
 * SQL of the user on a cache, each statement in a process of its own, whose start is in the times; what the main thread feels of it,
 * and what SQLite itself takes to open the file and read a first row.
 */

const runs = 5;
/** What the first rows may take longer than by SQLite alone, in milliseconds. */
const beyondSqlite = 150;
const grouped = `SELECT strftime('%Y-%m', date__ms / 1000, 'unixepoch') AS month, token_id, count(*), sum(usd_amount)
  FROM transactions GROUP BY month, token_id`;
const plain = 'SELECT id, date, token_id, from_address, to_address, usd_amount FROM transactions';
const endless = 'SELECT count(*) FROM transactions a, transactions b WHERE a.usd_amount > b.amount';

/** Measures on a database that has `millions` of transactions and their indexes. */
export async function measureSql(path: string, millions: number): Promise<Figure[]> {
  await buildWorkers();
  const work = openWorkFolder(dirname(path));
  let told: (message: unknown) => void = () => undefined;
  const sql = createSql({
    open: () =>
      Promise.resolve({
        connection: { sample: true },
        cache: { path, readHoldings: () => Promise.resolve([]), checkRecords: () => Promise.resolve() },
      }),
    listAnnotations: () => Promise.resolve([]),
    processUrl: workers.sql,
    startProcess: (module) => {
      const child = startNodeProcess(module);
      child.onMessage((message) => {
        told(message);
      });
      return child;
    },
  });
  const request = { connectionId: 'one', parameters: {}, seconds: sqlLimits.seconds, labels: false };

  const wholeMs = async (statement: string): Promise<number> => {
    const startedAt = performance.now();
    const { resultId } = await sql.run({ ...request, sql: statement });
    const took = performance.now() - startedAt;
    await sql.closeResult(resultId);
    return took;
  };

  /** Stops a statement once its process tells `kind`. */
  const stopped = async (statement: string, kind: string): Promise<{ toldMs: number; stoppedMs: number }> => {
    const stop = new AbortController();
    const startedAt = performance.now();
    let toldAt = NaN;
    told = (message) => {
      if (!Number.isNaN(toldAt) || !isOfKind(message, kind)) return;
      toldAt = performance.now();
      stop.abort();
    };
    await sql.run({ ...request, sql: statement }, stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    });
    return { toldMs: toldAt - startedAt, stoppedMs: performance.now() - toldAt };
  };

  const [groups, firstRows, stops, bare]: [number[], number[], number[], number[]] = [[], [], [], []];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (let run = 0; run < runs; run += 1) {
    bare.push(bareFirstRowMs(path));
    delay.enable();
    groups.push(await wholeMs(grouped));
    firstRows.push((await stopped(plain, 'rows')).toldMs);
    stops.push((await stopped(endless, 'columns')).stoppedMs);
    delay.disable();
  }
  await sql.close();
  work.close();
  const [first, own] = [Math.min(...firstRows), Math.min(...bare)];
  return [
    atMost('SQL, grouped by month and token', Math.min(...groups), 'ms', 4000 * millions),
    {
      ...atMost('SQL, first rows of a plain select', first, 'ms', Math.round(own + beyondSqlite)),
      peer: { name: 'SQLite', value: own },
      ratio: first / own,
    },
    atMost('SQL, slowest stop of a running statement', Math.max(...stops), 'ms', 200),
    atMost('SQL, event loop delay of the main thread, p99', p99Of(delay), 'ms', 10),
  ];
}

function bareFirstRowMs(path: string): number {
  const startedAt = performance.now();
  const database = new Database(path, { readonly: true });
  database.prepare(plain).raw().get();
  const took = performance.now() - startedAt;
  database.close();
  return took;
}

function isOfKind(message: unknown, kind: string): boolean {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === kind;
}
