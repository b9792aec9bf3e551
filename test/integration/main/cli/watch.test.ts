import { expect, it } from 'vitest';
import { z } from 'zod';
import { watchlistContentSchema } from '../../../../preload/contract/watchlists.ts';
import { openCommandLineKeys } from '../../../../main/cli/source.ts';
import { runCommandHere } from '../../../support/commandHere.ts';
import { startRewritingService } from '../../../support/rewritingService.ts';
import { jsonLines } from '../../../support/runCommand.ts';
import { startService } from '../sample-service/serviceClient.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { openTestServices } from '../../../support/testServices.ts';

const lineSchema = z.object({
  lists: z.array(z.object({ name: z.string() })),
  transaction: z.looseObject({ id: z.string(), usd_amount: z.number().nullable() }),
});
const answerSchema = z.object({ results: z.array(z.object({ id: z.string() })) });
type Line = z.infer<typeof lineSchema>;

// A script that asks again and again: each new transaction is printed once.
it('watch check prints what is new in the watchlists, once, also if a check fails', async () => {
  await using live = await startService({ assets: 40, transactions: 300, livePerMinute: 600 });
  /** Requests of a check that are answered; the others are refused. */
  let answered = Infinity;
  let asked = 0;
  await using service = await startRewritingService({
    ...live,
    refuse: () => ((asked += 1) > answered ? 'Not now.' : null),
  });
  using folder = temporaryFolder();
  const check = async (...rest: string[]): Promise<{ code: number; lines: Line[]; err: string }> => {
    asked = 0;
    const argv = ['watch', 'check', '--base-url', service.url, ...rest];
    const { out, ...outcome } = await runCommandHere(argv, { folder: folder.path, key: service.key });
    return { ...outcome, lines: jsonLines(out).map((line) => lineSchema.parse(line)) };
  };

  expect(await check()).toMatchObject({
    code: 0,
    lines: [],
    err: expect.stringContaining('No watchlist') as string,
  });
  const past = await makeList(folder.path, service);
  expect(await check('--list', 'Nobody')).toMatchObject({ code: 4, lines: [] });
  expect(await check('--offline')).toMatchObject({ code: 7, lines: [] });

  // The first check fetches the past of the list, of which nothing is new.
  const first = await check('--list', 'any amount');
  expect(first.code).toBe(0);
  expect(first.err).toContain('1 list checked');

  // What comes while it is fetched may be there already.
  const printed: Line[] = [...first.lines];
  const codesUntil = async (isDone: (lines: readonly Line[]) => boolean): Promise<number[]> => {
    const codes = new Set<number>();
    const isEnough = async (): Promise<boolean> => {
      const { code, lines } = await check();
      codes.add(code);
      printed.push(...lines);
      return isDone(lines);
    };
    await expect.poll(isEnough, { timeout: 60_000, interval: 500 }).toBe(true);
    return [...codes];
  };
  expect(await codesUntil(() => printed.length > 3)).toEqual([0]);

  // Where a check fails, what it has read until then is news that no later one tells.
  answered = 1;
  expect(await codesUntil((lines) => lines.length > 0)).toEqual([4]);
  const ids = printed.map(({ transaction }) => transaction.id);
  expect(past.size).toBeGreaterThan(200);
  expect(ids.filter((id) => past.has(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(printed.every(({ lists }) => lists[0]?.name === 'Any amount')).toBe(true);
  expect(printed.every(({ transaction }) => (transaction.usd_amount ?? -1) >= 0)).toBe(true);
});

/** Makes a list, and gives the ids of the transactions that the service has before it is checked. */
async function makeList(
  userDataFolder: string,
  service: { url: string; key: string },
): Promise<ReadonlySet<string>> {
  await using services = await openTestServices(userDataFolder, {
    openKeyStore: () => openCommandLineKeys({ text: service.key, from: 'a test' }),
  });
  const connectionId = services.connections.borrow(service.url);
  const filter = { field: 'usd_amount', operator: 'gte', value: 0 };
  await services.watch.calls.saveWatchlist({
    content: watchlistContentSchema.parse({ connectionId, name: 'Any amount', query: { filter } }),
  });
  const { client } = await services.connections.open(connectionId);
  const body = await client.list('transactions', { pagination: { page: 1, perPage: 1000 } });
  const answer = answerSchema.parse(JSON.parse(new TextDecoder().decode(new Uint8Array(body?.bytes ?? []))));
  return new Set(answer.results.map(({ id }) => id));
}
