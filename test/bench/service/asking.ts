import { request, type Agent } from 'node:http';
import type Database from 'better-sqlite3';
import type { Query } from '../../../preload/contract/query.ts';
import type { SqlDatabase, SqlStatement } from '../../../main/store/query/database.ts';
import { makeQueryRunner } from '../../../main/store/query/run.ts';
import type { Table } from '../../../main/store/query/tables.ts';
import { quantile, type Figure } from '../figure.ts';

/** A request over HTTP, and the SQL behind it run bare. */

/** Sends a request and waits for the whole answer; the time is in milliseconds. */
export type Ask = (path: string, query: Query) => Promise<number>;

/** Runs the SQL of a request once it has been recorded. */
type Bare = () => void;

export function makeAsk(url: string, key: string, agent: Agent): Ask {
  const { hostname, port } = new URL(url);
  return (path, query) =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      const target = `${path}?query=${encodeURIComponent(JSON.stringify(query))}`;
      const sent = request({
        hostname,
        port,
        path: target,
        agent,
        headers: { authorization: `Bearer ${key}` },
      });
      sent.on('response', (response) => {
        response.on('data', () => undefined);
        response.on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - begun);
          else reject(new Error(`${target}: ${String(response.statusCode)}`));
        });
      });
      sent.on('error', reject);
      sent.end();
    });
}

/** The statements that the engine runs for a query, recorded once and then run as they are. */
export function bareList(database: Database.Database, table: Table, query: Query): Bare {
  const calls: (() => unknown)[] = [];
  const record = (statement: SqlStatement): SqlStatement => ({
    run: (...parameters) => statement.run(...parameters),
    get: (...parameters) => {
      calls.push(() => statement.get(...parameters));
      return statement.get(...parameters);
    },
    all: (...parameters) => {
      calls.push(() => statement.all(...parameters));
      return statement.all(...parameters);
    },
    raw: () => record(statement.raw()),
    pluck: () => record(statement.pluck()),
  });
  const recorder: SqlDatabase = {
    prepare: (sql) => record(database.prepare(sql)),
    exec: (sql) => database.exec(sql),
    function: () => undefined,
  };
  const runner = makeQueryRunner(recorder);
  // Counts are kept by the engine: what is recorded is the second time, as in the service.
  runner.readPage(table, query, { openFields: false });
  calls.length = 0;
  runner.readPage(table, query, { openFields: false });
  return () => {
    for (const call of calls) call();
  };
}

export function besideBare(
  name: string,
  times: readonly number[],
  bareTimes: readonly number[],
  hasGoal: boolean,
): Figure[] {
  const [whole, bare] = [quantile(times, 0.5), quantile(bareTimes, 0.5)];
  const figure = {
    name: `${name}: median`,
    value: whole,
    unit: 'ms',
    peer: { name: 'bare SQL', value: bare },
    ratio: whole / bare,
  };
  return [hasGoal ? { ...figure, goal: '≤ 2 × bare + 1 ms', met: whole <= 2 * bare + 1 } : figure];
}

/** In milliseconds. */
export function timeOf(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
