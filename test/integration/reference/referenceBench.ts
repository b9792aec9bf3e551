import { expect } from 'vitest';
import { featureCalls } from '../../../main/calls.ts';
import { openCommandLineKeys } from '../../../main/cli/source.ts';
import { runCommandHere } from '../../support/commandHere.ts';
import { readAll, type RawRecord } from '../../support/reference/answers.ts';
import { toDouble, type Exact } from '../../support/reference/exact.ts';
import type { FlowSum, Move } from '../../support/reference/movements.ts';
import { serve } from '../../support/reference/service.ts';
import { kindsOf, makeDice, makeWorld, type WorldResource } from '../../support/reference/world.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';
import { openTestServices } from '../../support/testServices.ts';

/** Random records that are served, read by the app, and asked of it. */

const key = 'rwa_test_reference';

/** Collects what differs, and counts what was compared. */
export class Comparison {
  compared = 0;
  readonly others: string[] = [];

  /** @throws AssertionError with the first that differ */
  end(seed: number): void {
    const { others } = this;
    expect({ seed, others: others.slice(0, 10), all: others.length }).toEqual({ seed, others: [], all: 0 });
  }

  same(what: string, got: unknown, wanted: unknown): void {
    this.compared += 1;
    const [one, other] = [JSON.stringify(got), JSON.stringify(wanted)];
    if (one !== other) this.others.push(`${what}: ${one} for ${other}`);
  }

  /** `size`: of what was added up, by which sums in doubles may be wrong in their last bits. */
  near(what: string, got: number | null, wanted: number | null, size = Math.abs(wanted ?? 0)): void {
    this.compared += 1;
    const isSame = got === wanted || Math.abs((got ?? NaN) - (wanted ?? NaN)) <= size * 2 ** -50;
    if (!isSame) this.others.push(`${what}: ${String(got)} for ${String(wanted)}`);
  }

  sum(what: string, got: number, wanted: Exact, parts: readonly (Exact | null)[]): void {
    const size = parts.reduce((sum, part) => sum + Math.abs(part === null ? 0 : toDouble(part)), 0);
    this.near(what, got, toDouble(wanted), size);
  }

  flow(
    what: string,
    got: { count: number; dollars: number } | undefined,
    wanted: FlowSum,
    moves: readonly Move[],
  ): void {
    this.same(`${what} count`, got?.count ?? 0, wanted.count);
    this.sum(
      `${what} dollars`,
      got?.dollars ?? 0,
      wanted.dollars,
      moves.map(({ dollars }) => dollars),
    );
  }
}

export async function openBench(seed: number, size = { assets: 150, tokens: 30, transactions: 700 }) {
  const stack = new AsyncDisposableStack();
  const world = makeWorld(seed, size);
  const service = stack.use(await serve((resource) => world.records[resource]));
  const folder = makeTemporaryFolder('figures');
  const cli = async (...argv: string[]): Promise<string> => {
    const { code, out, err } = await runCommandHere([...argv, '--base-url', service.url], { folder, key });
    if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code.toString()}: ${err}`);
    return out;
  };
  const sent: Record<string, readonly RawRecord[]> = {};
  for (const resource of Object.keys(kindsOf)) {
    sent[resource] = await readAll(service.url, key, resource);
    await cli('sync', resource);
  }
  const services = stack.use(
    await openTestServices(folder, {
      openKeyStore: () => openCommandLineKeys({ text: key, from: 'a test' }),
    }),
  );
  const connectionId = services.connections.borrow(service.url);
  return {
    world,
    dice: makeDice(seed),
    sent: (resource: WorldResource): readonly RawRecord[] => sent[resource] ?? [],
    cli,
    services,
    calls: featureCalls(services),
    connectionId,
    signal: new AbortController().signal,
    found: new Comparison(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
export type Bench = Awaited<ReturnType<typeof openBench>>;
