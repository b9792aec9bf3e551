import buildWorkers, { workers } from '../support/built.ts';
import { createSql } from '../../main/features/sql/sql.ts';
import { startNodeProcess } from '../../main/platform/system/childProcess.ts';
import { sqlLimits } from '../../preload/contract/sql.ts';
import { atMost, type Figure } from './figure.ts';

/** SQL of the user on a cache, each statement in a process of its own, whose start is in the times. */

const runs = 5;
const grouped = `SELECT strftime('%Y-%m', date__ms / 1000, 'unixepoch') AS month, token_id, count(*), sum(usd_amount)
  FROM transactions GROUP BY month, token_id`;
const plain = 'SELECT id, date, token_id, from_address, to_address, usd_amount FROM transactions';
const endless = 'SELECT count(*) FROM transactions a, transactions b WHERE a.usd_amount > b.amount';

/** Measures on a database that has transactions and their indexes. */
export async function measureSql(path: string): Promise<Figure[]> {
  await buildWorkers();
  let told: (message: unknown) => void = () => undefined;
  const sql = createSql({
    open: () =>
      Promise.resolve({
        connection: { sample: true },
        cache: { path, readHoldings: () => Promise.resolve([]) },
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

  const [groups, firstRows, stops]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < runs; run += 1) {
    groups.push(await wholeMs(grouped));
    firstRows.push((await stopped(plain, 'rows')).toldMs);
    stops.push((await stopped(endless, 'columns')).stoppedMs);
  }
  await sql.close();
  return [
    atMost('SQL, grouped by month and token', Math.min(...groups), 'ms', 4000),
    atMost('SQL, first rows of a plain select', Math.min(...firstRows), 'ms', 500),
    atMost('SQL, slowest stop of a running statement', Math.max(...stops), 'ms', 200),
  ];
}

function isOfKind(message: unknown, kind: string): boolean {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === kind;
}
