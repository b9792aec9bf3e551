import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../../../preload/contract/days.ts';
import type { Filter, Query } from '../../../../../preload/contract/query.ts';
import {
  watchlistFilter,
  type Watchlist,
  type WatchlistContent,
} from '../../../../../preload/contract/watchlists.ts';
import { listRequest } from '../../../../../main/data-service/client.ts';
import { sendJson } from '../../../../support/httpServer.ts';
import { startRewritingService } from '../../../../support/rewritingService.ts';
import { startServiceProcess, type ServiceProcess } from '../../../../support/sampleService.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';
import { openChecks, startChangingService, type ChangingService, type ChecksBench } from './checksBench.ts';
import { bob, carol, connectionId, contentOf, transaction, walletOf, where } from './testWatch.ts';

/** The checker over real HTTP: what it asks for, and that nothing is lost or told twice whatever happens. */

const start = Date.parse('2026-03-10T12:00:00Z');
const ofBob: Partial<WatchlistContent> = { wallets: [walletOf(bob)] };

interface Fixture extends AsyncDisposable {
  readonly service: ChangingService;
  readonly clock: { now: number; offline: boolean };
  /** On a folder where one is named. */
  open(folder?: string): Promise<ChecksBench>;
}

async function begin(): Promise<Fixture> {
  const service = await startChangingService();
  const clock = { now: start, offline: false };
  return {
    service,
    clock,
    open: (folder) =>
      openChecks({
        ...(folder === undefined ? {} : { folder }),
        service,
        now: () => clock.now,
        offline: () => clock.offline,
      }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

function add(service: ChangingService, id: string, day: string, more: object = {}): void {
  service.records.set(id, transaction({ id, time: `${day}T09:00:00.000Z`, ...more }));
}

async function makeList(bench: ChecksBench, content: Partial<WatchlistContent>): Promise<Watchlist> {
  return bench.watch.calls.saveWatchlist({ content: contentOf(content) });
}

async function stateOf(bench: ChecksBench, { id }: Watchlist) {
  const { lists } = await bench.watch.calls.listWatchlists({ connectionId });
  const { lists: reported } = await bench.checker.report();
  const [state, report] = [
    lists.find(({ list }) => list.id === id),
    reported.find((one) => one.listId === id),
  ];
  return { ...state, ...report };
}

async function coverageOf(bench: ChecksBench, { id }: Watchlist, query: Query): Promise<string> {
  const { provenance } = await bench.watch.calls.listWatchlistRecords({ listId: id, query });
  return provenance.coverage.kind;
}

const on = (operator: string, value: string): Filter => ({ field: 'date', operator, value });
const either = (...filters: Filter[]): Filter => ({ operator: 'or', filters });
const kind: Filter = { field: 'transaction_type_id', operator: 'equals', value: 1 };

const told = ({ told: all }: ChecksBench): string[] => [...all.keys()].map((key) => key.split(' ')[1] ?? '');
const sinceOf = ({ filter }: Query): unknown =>
  filter !== undefined &&
  'filters' in filter &&
  filter.filters[0] !== undefined &&
  'value' in filter.filters[0]
    ? filter.filters[0].value
    : null;

describe('a check', () => {
  it('starts with the past of a list, which is not new, then requests new ones once an interval', async () => {
    await using fixture = await begin();
    const { service, clock } = fixture;
    add(service, 'old', '2026-02-20');
    await using bench = await fixture.open();
    const list = await makeList(bench, ofBob);
    expect(await bench.checker.checkNow()).toEqual([list.id]);
    // Behind a first page another looks whether more follows, one has the filter in other words, and one asks
    // for the spelling alone of which nothing came.
    expect(service.taken().map(sinceOf)).toEqual([
      '2026-02-08',
      '2026-02-08',
      '2026-02-07T23:59:59.999Z',
      '2026-02-08',
    ]);
    expect(await stateOf(bench, list)).toMatchObject({
      count: 1,
      unread: 0,
      checkedAt: start,
      nextAt: start + hourMs,
      failure: null,
    });
    expect(told(bench)).toEqual([]);
    add(service, 'new', '2026-03-10');
    clock.now += hourMs;
    await bench.checker.checkNow();
    // The service may have had nothing since the latest transaction.
    expect(service.taken().map(sinceOf)).toEqual(['2026-02-18', '2026-02-18']);
    expect(await bench.checker.report()).toMatchObject({ requests: 2 });
    expect(told(bench)).toEqual(['new']);
    clock.now += dayMs;
    await bench.checker.checkNow();
    expect(service.taken().map(sinceOf)).toEqual(['2026-03-08']);
    expect(await bench.checker.report()).toMatchObject({ requests: 1 });
  });

  it('says from which day the list is complete, also after later checks, until its rules change', async () => {
    await using fixture = await begin();
    const { service, clock } = fixture;
    add(service, 'days ago', '2026-02-28');
    add(service, 'months ago', '2026-01-09');
    await using bench = await fixture.open();
    const list = await makeList(bench, ofBob);
    expect(await stateOf(bench, list)).toMatchObject({ checkedAt: null, completeSince: null });
    await bench.checker.checkNow();
    expect(await stateOf(bench, list)).toMatchObject({ count: 1, completeSince: '2026-02-08' });
    clock.now += dayMs;
    await bench.checker.checkNow();
    expect(await stateOf(bench, list)).toMatchObject({ checkedAt: clock.now, completeSince: '2026-02-08' });
    expect(await coverageOf(bench, list, {})).toBe('partial');
    expect(await coverageOf(bench, list, where('date', 'gte', '2026-02-07'))).toBe('partial');
    expect(await coverageOf(bench, list, where('date', 'gte', '2026-02-08'))).toBe('complete');
    const wallets = [walletOf(bob), walletOf(carol)];
    await bench.watch.calls.saveWatchlist({ id: list.id, content: contentOf({ wallets }) });
    expect(await stateOf(bench, list)).toMatchObject({ checkedAt: null, completeSince: null });
    await bench.checker.checkNow();
    expect(await stateOf(bench, list)).toMatchObject({ checkedAt: clock.now, completeSince: '2026-02-09' });
  });

  it.each<[string, Filter, (string | null)[]]>([
    ['from a day within the fetched days', on('gte', '2026-02-08'), [null, null]],
    ['from a day before them', on('gte', '2026-02-07'), ['2026-02-08', '2026-02-08']],
    [
      'from a moment of the day before them',
      on('gte', '2026-02-08T00:00+01:00'),
      ['2026-02-08', '2026-02-08'],
    ],
    ['until a day', on('lte', '2026-03-08'), ['2026-02-08', '2026-02-08']],
    ['from a moving day within them', on('onOrAfter', '{{30 days ago}}'), [null, null]],
    ['from a moving day that reaches them later', on('gte', '{{40 days ago}}'), ['2026-02-08', null]],
    // Its second check fetches days that the first one did not ask for.
    ['until a moving day', on('lte', '{{40 days ago}}'), ['2026-02-08', '2026-02-18']],
    [
      'either from a day or from another',
      either(on('gte', '2026-02-09'), on('gte', '2026-02-08')),
      [null, null],
    ],
    ['either from a day or of a kind', either(on('gte', '2026-02-09'), kind), ['2026-02-08', '2026-02-08']],
  ])('knows from which day a list is complete that is %s', async (_what, filter, days) => {
    await using fixture = await begin();
    const { service, clock } = fixture;
    add(service, 'yesterday', '2026-03-09');
    await using bench = await fixture.open();
    const list = await makeList(bench, { ...ofBob, query: { filter } });
    for (const completeSince of days) {
      await bench.checker.checkNow();
      expect(await stateOf(bench, list)).toMatchObject({ checkedAt: clock.now, completeSince });
      expect(await coverageOf(bench, list, {})).toBe(completeSince === null ? 'complete' : 'partial');
      clock.now += 10 * dayMs;
    }
  });

  it('begins with the past of a list also where that was saved under a clock that was ahead', async () => {
    await using fixture = await begin();
    const { service, clock } = fixture;
    add(service, 'old', '2026-02-20');
    await using bench = await fixture.open();
    clock.now += 365 * dayMs;
    const list = await makeList(bench, ofBob);
    clock.now = start;
    bench.checker.start();
    await expect.poll(() => stateOf(bench, list)).toMatchObject({ count: 1, checkedAt: start });
  });

  it('finds what appears late, and what the service was behind with', async () => {
    await using fixture = await begin();
    const { service, clock } = fixture;
    add(service, 'first', '2026-03-10');
    await using bench = await fixture.open();
    await makeList(bench, ofBob);
    await bench.checker.checkNow();
    add(service, 'late', '2026-03-08');
    clock.now += dayMs;
    await bench.checker.checkNow();
    expect(told(bench)).toEqual(['late']);
    // It has nothing new for nine days, and then all of them at once.
    for (let day = 0; day < 9; day += 1) {
      clock.now += dayMs;
      await bench.checker.checkNow();
    }
    for (const day of ['2026-03-11', '2026-03-14', '2026-03-19']) add(service, day, day);
    clock.now += hourMs;
    await bench.checker.checkNow();
    expect(told(bench)).toEqual(['late', '2026-03-11', '2026-03-14', '2026-03-19']);
  });

  it('catches up completely after a week of sleep, though records vanish while pages are read', async () => {
    await using fixture = await begin();
    const { service, clock } = fixture;
    for (let at = 0; at < 10; at += 1) add(service, `a${at.toString()}`, '2026-03-10');
    await using bench = await fixture.open();
    await makeList(bench, ofBob);
    await bench.checker.checkNow();
    clock.now += 7 * dayMs;
    const ids = Array.from({ length: 2500 }, (_, at) => `b${at.toString().padStart(4, '0')}`);
    ids.forEach((id, at) => {
      add(service, id, `2026-03-${(11 + (at % 7)).toString()}`);
    });
    service.taken();
    service.before = ({ pagination }) => {
      if (pagination?.page !== 1)
        for (let at = 0; at < 5; at += 1) service.records.delete(`a${at.toString()}`);
      return false;
    };
    await bench.checker.checkNow();
    expect(told(bench).sort()).toEqual(ids);
    expect(service.taken().length).toBeLessThanOrEqual(7);
  });

  it('that fails keeps what was complete, reports it at the list, and continues at the next interval', async () => {
    await using fixture = await begin();
    const { service, clock } = fixture;
    await using bench = await fixture.open();
    const list = await makeList(bench, ofBob);
    await bench.checker.checkNow();
    service.before = (_query, response) => {
      sendJson(response, 503, { message: 'Down.' });
      return true;
    };
    clock.now += hourMs;
    add(service, 'missed', '2026-03-10');
    bench.checkers.start();
    await expect
      .poll(async () => (await stateOf(bench, list)).failure)
      .toMatchObject({ code: 'service-error' });
    expect(await stateOf(bench, list)).toMatchObject({ checkedAt: start, nextAt: clock.now + hourMs });
    expect((await bench.checker.report()).failure).not.toBeNull();
    // A clock that is set back meanwhile makes nothing wait for the time of the other one.
    clock.now = start - hourMs;
    expect(await stateOf(bench, list)).toMatchObject({ nextAt: start - hourMs });
    service.before = () => false;
    clock.now = start + 2 * hourMs;
    bench.checker.nudge();
    await expect.poll(() => told(bench)).toEqual(['missed']);
    await expect.poll(() => stateOf(bench, list)).toMatchObject({ checkedAt: clock.now, failure: null });
  });

  it('sends nothing offline, and loses nothing', async () => {
    await using fixture = await begin();
    const { service, clock } = fixture;
    await using bench = await fixture.open();
    await makeList(bench, ofBob);
    await bench.checker.checkNow();
    service.taken();
    clock.offline = true;
    clock.now += 3 * dayMs;
    add(service, 'meanwhile', '2026-03-11');
    bench.checkers.start();
    await expect.poll(async () => (await bench.checker.report()).state).toBe('offline');
    await expect(bench.checker.checkNow()).rejects.toThrow(/offline/);
    expect(service.taken()).toEqual([]);
    clock.offline = false;
    await bench.checkers.nudge();
    await expect.poll(() => told(bench)).toEqual(['meanwhile']);
  });

  it('of lists of which the service refuses one goes on for the others', async () => {
    await using fixture = await begin();
    const { service } = fixture;
    const named = (filter: Filter | undefined): boolean =>
      JSON.stringify(filter ?? null).includes('asset_class_id');
    service.before = ({ filter }, response) => {
      if (named(filter)) sendJson(response, 400, { message: 'Invalid field.' });
      return named(filter);
    };
    await using bench = await fixture.open();
    const bobs = await makeList(bench, ofBob);
    await bench.checker.checkNow();
    const refused = await makeList(bench, { query: where('asset_class_id', 'equals', 1) });
    await expect(bench.checker.checkNow()).rejects.toThrow('rejected');
    add(service, 'new', '2026-03-10');
    await expect(bench.checker.checkNow()).rejects.toThrow('rejected');
    expect(told(bench)).toEqual(['new']);
    expect(await stateOf(bench, refused)).toMatchObject({
      failure: { detail: 'Invalid field.' },
      checkedAt: null,
    });
    expect(await stateOf(bench, bobs)).toMatchObject({ failure: null });
    service.before = () => false;
    expect(await bench.checker.checkNow()).toHaveLength(2);
    expect(await stateOf(bench, refused)).toMatchObject({ failure: null });
  });

  it('sends shorter requests where the service refuses long ones', async () => {
    await using fixture = await begin();
    const { service } = fixture;
    service.before = (query, response) => {
      const isLong = listRequest('transactions', query).length > 3000;
      if (isLong) sendJson(response, 414, { message: 'URI too long.' });
      return isLong;
    };
    await using bench = await fixture.open();
    const wallets = { wallets: makeWallets(100) };
    const list = await makeList(bench, wallets);
    expect(await bench.checker.checkNow()).toEqual([list.id]);
    expect(await stateOf(bench, list)).toMatchObject({ failure: null });
    service.taken();
    await bench.checker.checkNow();
    const { requests } = await bench.checker.report();
    expect(requests).toBe(service.taken().length);
    // Nothing was found: each of the answers is confirmed. So it is said of a list that is not saved.
    const filter = watchlistFilter(contentOf(wallets));
    expect(filter && bench.checker.costOf(filter)).toMatchObject({ requests });
  });

  it('continues if the service has no stable order, or if its last transaction cannot be stored', async () => {
    await using fixture = await begin();
    const { service, clock } = fixture;
    await using bench = await fixture.open();
    const list = await makeList(bench, ofBob);
    await bench.checker.checkNow();
    service.order = () => 0;
    for (const id of ['3', '1', '4', '2']) add(service, id, '2026-03-10');
    clock.now += hourMs;
    expect(await bench.checker.checkNow()).toEqual([list.id]);
    expect(told(bench)).toEqual(['3', '1', '4', '2']);
    const all = [...service.records.values(), { date: '2026-03-10T09:00:00.000Z', usd_amount: 5 }];
    service.before = ({ pagination: { page = 1, perPage = 25 } = {} }, response) => {
      const results = all.slice((page - 1) * perPage, page * perPage);
      sendJson(response, 200, { results, pagination: { page, perPage, pageCount: 1, resultCount: 5 } });
      return true;
    };
    clock.now += hourMs;
    expect(await bench.checker.checkNow()).toEqual([list.id]);
    expect(await stateOf(bench, list)).toMatchObject({ checkedAt: clock.now, failure: null });
  });

  it('with changed rules reports what the old rules match, and takes the rest as past', async () => {
    await using fixture = await begin();
    const { service, clock } = fixture;
    await using bench = await fixture.open();
    const list = await makeList(bench, ofBob);
    await bench.checker.checkNow();
    clock.now += hourMs;
    const both = [walletOf(bob), walletOf(carol)];
    await bench.watch.calls.saveWatchlist({ id: list.id, content: contentOf({ wallets: both }) });
    add(service, 'bobs', '2026-03-10');
    add(service, 'carols', '2026-03-09', { to: carol });
    await bench.checker.checkNow();
    expect(told(bench)).toEqual(['bobs']);
    expect(await stateOf(bench, list)).toMatchObject({ count: 2, unread: 1 });
    clock.now += hourMs;
    add(service, 'carols-new', '2026-03-10', { to: carol });
    await bench.checker.checkNow();
    expect(told(bench)).toEqual(['bobs', 'carols-new']);
  });

  it.each<[string, Partial<WatchlistContent>]>([
    ['another wallet', { wallets: [walletOf(bob), walletOf(carol)] }],
    ['another side of a wallet', { wallets: [walletOf(bob, 'from')] }],
    ['a filter', { ...ofBob, query: where('usd_amount', 'gt', 10) }],
  ])(
    'of a list that was saved with %s says nothing of the new rules before it ends',
    async (_what, rules) => {
      await using fixture = await begin();
      const { service, clock } = fixture;
      add(service, 'bobs', '2026-03-10');
      await using bench = await fixture.open();
      const list = await makeList(bench, ofBob);
      await bench.checker.checkNow();
      clock.now += minuteMs;
      const save = (content: Partial<WatchlistContent>): Promise<Watchlist> =>
        bench.watch.calls.saveWatchlist({ id: list.id, content: contentOf(content) });
      await save({ ...ofBob, name: 'Bob', color: 'red', note: 'A desk.' });
      expect(await stateOf(bench, list)).toMatchObject({ checkedAt: start });
      const held = hold(service);
      await save(rules);
      const checking = bench.checker.checkNow();
      await expect.poll(held.count).toBe(1);
      expect(await stateOf(bench, list)).toMatchObject({ checkedAt: null });
      held.release();
      await checking;
      expect(await stateOf(bench, list)).toMatchObject({ checkedAt: clock.now });
    },
  );

  it('of the rules before proves nothing of those that were saved meanwhile', async () => {
    await using fixture = await begin();
    const { service, clock } = fixture;
    await using bench = await fixture.open();
    const list = await makeList(bench, ofBob);
    await bench.checker.checkNow();
    clock.now += hourMs;
    const ofBefore = hold(service);
    const checking = bench.checker.checkNow();
    await expect.poll(ofBefore.count).toBe(1);
    const wallets = [walletOf(bob), walletOf(carol)];
    await bench.watch.calls.saveWatchlist({ id: list.id, content: contentOf({ wallets }) });
    const ofNow = hold(service, carol);
    ofBefore.release();
    await expect.poll(ofNow.count).toBe(1);
    expect(await stateOf(bench, list)).toMatchObject({ checkedAt: null });
    ofNow.release();
    await checking;
    expect(await stateOf(bench, list)).toMatchObject({ checkedAt: clock.now });
    // The rules of before were checked an hour ago, and are not the list's.
    await bench.watch.calls.saveWatchlist({ id: list.id, content: contentOf(ofBob) });
    expect(await stateOf(bench, list)).toMatchObject({ checkedAt: null });
  });

  it('of two processes on one folder at once tells each alert once @nightly', async () => {
    await using fixture = await begin();
    const { service, clock } = fixture;
    using folder = temporaryFolder();
    await using first = await fixture.open(folder.path);
    await using second = await fixture.open(folder.path);
    const list = await makeList(first, ofBob);
    clock.now += 1000;
    for (const id of ['1', '2', '3', '4'])
      await first.watch.calls.saveAlert({
        content: {
          connectionId,
          name: id,
          on: true,
          rule: { kind: 'transaction', listId: list.id, query: where('usd_amount', 'gt', Number(id)) },
        },
      });
    await first.checker.checkNow();
    for (let round = 0; round < 5; round += 1) {
      clock.now += hourMs;
      add(service, `new-${round.toString()}`, '2026-03-10');
      await Promise.all([first.checker.checkNow(), second.checker.checkNow()]);
    }
    const all = [first, second].flatMap(({ told: map }) => [...map]);
    expect(all.map(([, times]) => times).reduce((a, b) => a + b, 0)).toBe(5);
    const alerts = [first, second].flatMap(({ alerted }) => [...alerted]);
    expect(alerts.map(([, times]) => times).reduce((a, b) => a + b, 0)).toBe(20);
    expect(new Set(alerts.map(([id]) => id)).size).toBe(20);
  });
});

/** Holds answers, to requests that name `address` if given, until they are released. */
function hold(service: ChangingService, address = '') {
  const held: (() => void)[] = [];
  let isReleased = false;
  service.before = (query, response) => {
    const isHeld = !isReleased && JSON.stringify(query).toLowerCase().includes(address);
    if (isHeld) held.push(() => service.answer(query, response));
    return isHeld;
  };
  return {
    count: () => held.length,
    release() {
      isReleased = true;
      for (const answer of held) answer();
    },
  };
}

function makeWallets(count: number, from = 0): WatchlistContent['wallets'] {
  return Array.from({ length: count }, (_, at) =>
    walletOf(`0x${(from + at).toString(16).padStart(39, '0')}a`),
  );
}

const perHour = 900;
const options = [
  '--odd',
  '--assets',
  '40',
  '--transactions',
  '3000',
  '--live',
  '3000',
  '--rate',
  perHour.toString(),
];

/** Another client of the same organization. */
async function ask(service: ServiceProcess): Promise<Response> {
  const request = listRequest('transactions', { pagination: { page: 1, perPage: 1 } });
  return fetch(`${service.url}${request}`, { headers: { authorization: `Bearer ${service.key}` } });
}

describe('checks of the sample service', () => {
  const settings = { transactionsPerHour: perHour, reservedRequests: 100 };

  async function makeLists(bench: ChecksBench): Promise<void> {
    const filters: Filter[] = [
      { operator: 'gte', field: 'usd_amount', value: 100_000 },
      { operator: 'in', field: 'network_id', value: [1, 2, 3] },
    ];
    for (const [at, filter] of filters.entries())
      await makeList(bench, { name: `List ${at.toString()}`, query: { filter } });
  }

  it('bring every new transaction once, through a restart and a limit that others have used up @nightly', async () => {
    using folder = temporaryFolder();
    await using service = await startServiceProcess(...options, '--cache', folder.path);
    const all = new Map<string, number>();
    {
      await using front = await startRewritingService(service);
      await using bench = await openChecks({ folder: folder.path, service: front, settings, told: all });
      await makeLists(bench);
      expect(await bench.checker.checkNow()).toHaveLength(2);
      // What was there before is no news.
      expect(all.size).toBe(0);
      let before = 0;
      const check = async (): Promise<number> => {
        before = front.requests.length;
        await bench.checker.checkNow();
        return all.size;
      };
      await expect.poll(check).toBeGreaterThan(50);
      const requests = front.requests.length - before;
      expect(await bench.checker.report()).toMatchObject({ perHour: 800, everyMs: hourMs, requests });
      // The last check took a page at least, and one that confirms its end.
      expect(requests).toBeGreaterThan(1);
    }
    // The app starts again, and goes on where it was.
    await using bench = await openChecks({ folder: folder.path, service, settings, told: all });
    const { checker } = bench;
    const known = all.size;
    await expect.poll(async () => (await checker.checkNow(), all.size)).toBeGreaterThan(known + 50);

    for (let answer = await ask(service); answer.status !== 429; answer = await ask(service))
      await answer.text();
    // A part of the next request may have been there: it is a whole one soon, after which four seconds pass.
    const refusal = (): Promise<unknown> => checker.checkNow().catch((error: unknown) => error);
    await expect.poll(refusal).toMatchObject({ failure: { code: 'rate-limited' } });
    // It waits as long as the service said, and then goes on.
    const spent = all.size;
    await expect
      .poll(async () => (await checker.checkNow().catch(() => undefined), all.size))
      .toBeGreaterThan(spent);
    expect([...all.values()].filter((count) => count > 1)).toEqual([]);
  });

  it('say that the key is not accepted, and go on with one that is', async () => {
    using folder = temporaryFolder();
    await using service = await startServiceProcess(...options, '--cache', folder.path);
    const access = { url: service.url, key: 'another' };
    await using bench = await openChecks({ folder: folder.path, service: access, settings });
    await makeLists(bench);
    bench.checkers.start();
    await expect.poll(async () => (await bench.checker.report()).failure?.code).toBe('key-rejected');
    access.key = service.key;
    await bench.checkers.nudge();
    const isChecked = async (): Promise<boolean> =>
      (await bench.watch.calls.listWatchlists({ connectionId })).lists.every(
        ({ checkedAt }) => checkedAt !== null,
      );
    await expect.poll(isChecked).toBe(true);
    expect(await bench.checker.report()).toMatchObject({ state: 'running', failure: null });
  });
});
