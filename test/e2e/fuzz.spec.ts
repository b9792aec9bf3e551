// Border: the memory of the main process is measured, which no wrong call may grow for good.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { calls, type CallName } from '../../preload/contract/bridge.ts';
import { callNames } from '../../preload/contract/names.ts';
import { programsOf } from '../support/processes.ts';
import { atScale, type Part } from '../support/scale.ts';
import { expect, test, type App } from './fixtures/app.ts';
import { userData } from './fixtures/userData.ts';
import { Explorer } from './pages/explorer.ts';

/** Calls that the contract does not allow: each gets a typed failure, and nothing comes of it. */

/** Each is sent twice. */
const allCalls = 10_000;
const batchSize = 100;
/** What main may grow by during the second half of the calls, in bytes: the collector's to and fro. */
const slackBytes = 60_000_000;

type Call = readonly [name: CallName, argument: unknown];

/** Names that a careless merge of objects would follow up to a prototype. */
const nastyNames = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'then',
  'connectionId',
);
const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, true, -0, 1e308, '', '\0', '\ud800', '‮', '../../x', '%s', "'--"),
  fc.string({ maxLength: 40 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const huge = fc.constant({ connectionId: 'x'.repeat(1_000_000) });
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('tree'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(nastyNames, fc.string({ maxLength: 12 })), tie('tree'), { maxKeys: 5 }),
  ),
}));
const deep = fc.integer({ min: 20, max: 400 }).map((levels) => {
  let filter: unknown = { operator: 'equals', field: 'id', value: 1 };
  for (let level = 0; level < levels; level += 1) filter = { operator: 'and', filters: [filter] };
  return { connectionId: 'sample', resource: 'assets', query: { filter } };
});
/** Nearly right: what a call takes, with one member too many or of another type. */
const nearlyRight = fc
  .record({
    connectionId: fc.oneof(fc.constant('sample'), leaf),
    resource: fc.oneof(fc.constantFrom('assets', 'transactions'), leaf),
    query: fc.oneof(fc.constant({}), tree),
    id: fc.oneof(fc.integer(), leaf),
    stranger: tree,
  })
  .map((value): unknown => value);

const call: fc.Arbitrary<Call> = fc
  .tuple(
    fc.constantFrom(...callNames),
    fc.oneof(
      { weight: 100, arbitrary: tree },
      { weight: 100, arbitrary: nearlyRight },
      { weight: 5, arbitrary: deep },
      { weight: 1, arbitrary: huge },
    ),
  )
  .filter(([name, argument]) =>
    [argument, withoutPrototypes(argument)].every((value) => !calls[name].args.safeParse(value).success),
  );

/** The same without members named `[object Object]`: the bridge may leave them out. */
function withoutPrototypes(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, member: unknown) =>
    name === '__proto__' ? undefined : member,
  );
}

test('survives arguments of every wrong kind', async ({ app }) => {
  test.setTimeout(300_000);
  await atScale(import.meta.filename, allCalls, (part) => sendWrongCalls(app, part));
});

async function sendWrongCalls(app: App, { count, seed }: Part): Promise<void> {
  // The sample data service has an address while it runs: it starts when it is asked, and ends when nobody has asked for a while.
  const session = async (): Promise<unknown> => {
    const result = await app.window.evaluate(() =>
      (window as unknown as { bridge: { getSession(): Promise<unknown> } }).bridge.getSession(),
    );
    return JSON.parse(JSON.stringify(result).replace(/"http:\/\/127\.0\.0\.1:\d+"/, '""'));
  };
  const before = await session();
  const thingsBefore = userData(app.userDataDir);

  const sizes: number[] = [];
  // Each batch is sent twice, all of it at once: calls may come in parallel, and again.
  const generated = fc.sample(call, { seed, numRuns: count });
  for (let first = 0; first < count; first += batchSize) {
    const sent = generated.slice(first, first + batchSize);
    const codes = await app.window.evaluate(async (text) => {
      // As text, so that a member named `[object Object]` arrives as one.
      const list = JSON.parse(text) as Call[];
      const { bridge } = window as unknown as {
        bridge: Record<string, (argument: unknown) => Promise<unknown>>;
      };
      const codeOf = async ([name, argument]: Call): Promise<string> => {
        try {
          const result = (await bridge[name]?.(argument)) as { ok: boolean; failure?: { code: string } };
          return result.ok ? `${name} was answered` : String(result.failure?.code);
        } catch (error) {
          return `${name} threw ${String(error)}`;
        }
      };
      return [...new Set(await Promise.all([...list, ...list].map(codeOf)))];
    }, JSON.stringify(sent));
    expect(codes, `calls from ${first.toString()} on`).toEqual(['bad-arguments']);
    sizes.push(residentBytes(app.userDataDir));
  }

  expect(await session()).toEqual(before);
  expect(userData(app.userDataDir)).toEqual(thingsBefore);
  expect(await app.window.evaluate(() => Object.keys(Object.prototype))).toEqual([]);
  const explorer = new Explorer(app);
  await explorer.openRows('Networks');
  const half = sizes[Math.floor(sizes.length / 2)] ?? 0;
  if (half === 0) process.stdout.write('Memory is not compared: this system has no /proc.\n');
  expect((sizes.at(-1) ?? 0) - half).toBeLessThan(slackBytes);
}

/** The resident memory of the app's main process in bytes; 0 where the system does not tell. */
function residentBytes(userDataDir: string): number {
  const [main] = programsOf(`--user-data-dir=${userDataDir} `);
  if (main === undefined) return 0;
  const status = readFileSync(`/proc/${main.pid.toString()}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}
