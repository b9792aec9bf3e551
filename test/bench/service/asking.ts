import { request, type Agent } from 'node:http';
import type { Query } from '../../../preload/contract/query.ts';
import type { QueryRunner } from '../../../main/store/query/run.ts';
import type { Table } from '../../../main/store/query/tables.ts';
import { quantile, type Figure } from '../figure.ts';

/** A request over HTTP, and what lies behind it alone: the query engine. */

/** Sends a request and waits for the whole answer; the time is in milliseconds. */
export type Ask = (path: string, query: Query) => Promise<number>;

/** Does what lies behind a request. */
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

/** The query engine alone, without the service over it. What it keeps is there from the first answer on, as in the service. */
export function bareList(runner: QueryRunner, table: Table, query: Query): Bare {
  const answer = (): void => void runner.readPage(table, query, { openFields: false });
  answer();
  return answer;
}

export function besideBare(name: string, times: readonly number[], bareTimes: readonly number[]): Figure {
  const [value, bare] = [quantile(times, 0.5), quantile(bareTimes, 0.5)];
  return {
    name: `${name}: median`,
    value,
    unit: 'ms',
    peer: { name: 'the query engine alone', value: bare },
    ratio: value / bare,
    goal: '≤ 2 × bare + 1 ms',
    met: value <= 2 * bare + 1,
  };
}

/** In milliseconds. */
export function timeOf(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
