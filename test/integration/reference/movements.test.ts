import process from 'node:process';
import { expect, it } from 'vitest';
import type { WatchedWallet } from '../../../preload/contract/watchlists.ts';
import { textAt, type RawRecord } from '../../support/reference/answers.ts';
import {
  addressKey,
  byDay,
  counterparties,
  counting,
  flowOf,
  moveOf,
  net,
  sidesOf,
  type FlowSum,
  type Move,
} from '../../support/reference/movements.ts';
import { idOf } from '../../support/reference/world.ts';
import { atScale } from '../../support/scale.ts';
import { openBench, type Bench, type Comparison } from './referenceBench.ts';

/** What random transactions moved, as every page says it, beside the reference: wallets, flows, tokens and watchlists. */

/** Days of a wallet, a token or a list, by what goes in and out. */
function compareDays(
  found: Comparison,
  what: string,
  got: readonly { day: string; dollars: number; in: number; out: number }[],
  moves: readonly Move[],
  sides: (moves: readonly Move[]) => { in: FlowSum; out: FlowSum },
): void {
  const days = byDay(moves);
  found.same(
    `${what}: days`,
    got.map(({ day }) => day),
    days.map(([day]) => day),
  );
  for (const [nth, [day, its]] of days.entries()) {
    const { in: came, out: went } = sides(its);
    const parts = its.map(({ dollars }) => dollars);
    const one = got[nth] ?? { dollars: NaN, in: NaN, out: NaN };
    found.sum(`${what} ${day}: dollars`, one.dollars, flowOf(its).dollars, parts);
    found.sum(`${what} ${day}: in`, one.in, came.dollars, parts);
    found.sum(`${what} ${day}: out`, one.out, went.dollars, parts);
  }
}

/** Transactions from or to an address that count, as the service has sent them. */
function recordsOfAddress(sent: readonly RawRecord[], address: string): readonly RawRecord[] {
  const named = (record: RawRecord): boolean =>
    [record['from_address'], record['to_address']].some(
      (one) => typeof one === 'string' && addressKey(one) === addressKey(address),
    );
  return counting(sent.filter(named), sent);
}

/** When the first and the last of them took place. */
function compareTimes(
  found: Comparison,
  what: string,
  got: { readonly firstAt: number | null; readonly lastAt: number | null },
  moves: readonly Move[],
): void {
  const times = moves.flatMap(({ at }) => at ?? []).toSorted((a, b) => a - b);
  found.same(`${what}: times`, [got.firstAt, got.lastAt], [times[0] ?? null, times.at(-1) ?? null]);
}

async function compareWallet({ sent, calls, connectionId, signal, found }: Bench, address: string) {
  const records = recordsOfAddress(sent('transactions'), address);
  const moves = records.map(moveOf);
  const own = new Set([addressKey(address)]);
  const got = await calls.readWallet({ connectionId, address }, signal);
  const what = `wallet ${address}`;
  compareTimes(found, what, got, moves);
  const networks = new Set(records.map((record) => textAt(record, 'token.network_name')));
  found.same(`${what}: networks`, got.networks, [...networks].toSorted());
  found.same(`${what}: transactions`, got.transactions, moves.length);
  found.same(`${what}: unpriced`, got.unpriced, moves.filter(({ dollars }) => dollars === null).length);
  compareDays(found, what, got.days, moves, (its) => sidesOf(its, own));
  const tokens = Map.groupBy(moves, ({ token }) => token ?? '');
  found.same(`${what}: tokens`, got.positions.length, tokens.size);
  for (const position of got.positions) {
    const its = tokens.get(String(position.tokenId)) ?? [];
    const sides = sidesOf(its, own);
    const [amounts, dollars] = [its.map(({ amount }) => amount), its.map((move) => move.dollars)];
    const of = `${what}: token ${String(position.tokenId)}`;
    found.sum(`${of} received`, position.received, sides.in.amount, amounts);
    found.sum(`${of} sent`, position.sent, sides.out.amount, amounts);
    found.sum(`${of} net`, position.net, net(sides, 'amount'), amounts);
    found.sum(`${of} net dollars`, position.netDollars, net(sides, 'dollars'), dollars);
    found.same(`${of} transactions`, position.transactions, its.length);
  }
  const others = counterparties(moves, own);
  found.same(`${what}: counterparties`, got.counterpartyCount, others.size);
  for (const { address: other, in: came, out: went } of got.counterparties) {
    const sides = others.get(addressKey(other)) ?? sidesOf([], own);
    found.flow(`${what} from ${other}`, came, sides.in, moves);
    found.flow(`${what} to ${other}`, went, sides.out, moves);
  }
}

async function compareFlows({ sent, calls, connectionId, signal, found }: Bench, address: string) {
  const moves = recordsOfAddress(sent('transactions'), address).map(moveOf);
  const own = new Set([addressKey(address)]);
  const got = await calls.readWalletFlows({ connectionId, address }, signal);
  const what = `flows of ${address}`;
  const isOwn = (party: string | null): boolean => party !== null && own.has(party);
  const self = moves.filter(({ from, to }) => isOwn(from) && isOwn(to));
  found.same(`${what}: to itself`, got.toItself, self.length);
  for (const [side, mine, other] of [
    ['senders', 'to', 'from'],
    ['recipients', 'from', 'to'],
  ] as const) {
    const its = moves.filter((move) => isOwn(move[mine]) && !isOwn(move[other]));
    const dollars = its.map((move) => move.dollars);
    const parties = Map.groupBy(its, (move) => move[other]);
    const nobody = flowOf(parties.get(null) ?? []);
    found.sum(`${what}: nobody of ${side}`, got[side].nobody.figure, nobody.dollars, dollars);
    found.same(`${what}: nobody of ${side}`, got[side].nobody.transactions, nobody.count);
    for (const { address: party, figure, transactions } of got[side].parties) {
      const flow = flowOf(parties.get(addressKey(party)) ?? []);
      found.sum(`${what}: ${side} ${party}`, figure, flow.dollars, dollars);
      found.same(`${what}: ${side} ${party}`, transactions, flow.count);
    }
  }
}

async function compareToken({ sent, calls, connectionId, signal, found }: Bench, id: string) {
  const all = sent('transactions');
  const moves = counting(
    all.filter((record) => moveOf(record).token === id),
    all,
  ).map(moveOf);
  const got = await calls.readTokenActivity({ connectionId, id }, signal);
  const what = `token ${id}`;
  const of = (kind: Move['kind']): readonly Move[] => moves.filter((move) => move.kind === kind);
  found.same(`${what}: transactions`, got.transactions, moves.length);
  for (const [flow, kind] of [
    [got.minted, 'mint'],
    [got.burned, 'burn'],
    [got.transferred, 'other'],
  ] as const) {
    const its = flowOf(of(kind));
    found.flow(`${what}: ${kind}`, flow, its, moves);
    found.sum(
      `${what}: ${kind}`,
      flow.amount,
      its.amount,
      moves.map(({ amount }) => amount),
    );
  }
  compareDays(found, what, got.days, moves, (its) => ({
    in: flowOf(its.filter(({ kind }) => kind === 'mint')),
    out: flowOf(its.filter(({ kind }) => kind === 'burn')),
  }));
  const addresses = new Set(moves.flatMap(({ from, to }) => [from ?? [], to ?? []].flat()));
  found.same(`${what}: addresses`, got.addressCount, addresses.size);
  const hold = [...addresses].filter((one) => net(sidesOf(moves, new Set([one])), 'amount').units > 0n);
  found.same(`${what}: holders`, got.holderCount, hold.length);
  compareTimes(found, what, got, moves);
  const supply = { in: flowOf(of('mint')), out: flowOf(of('burn')) };
  for (const part of ['amount', 'dollars'] as const)
    found.sum(
      `${what}: net minted ${part}`,
      got.netMinted[part],
      net(supply, part),
      moves.map((move) => move[part]),
    );
  for (const holder of got.holders) {
    const sides = sidesOf(moves, new Set([addressKey(holder.address)]));
    const amounts = moves.map(({ amount }) => amount);
    found.sum(`${what}: ${holder.address} received`, holder.received, sides.in.amount, amounts);
    found.sum(`${what}: ${holder.address} sent`, holder.sent, sides.out.amount, amounts);
    found.sum(`${what}: ${holder.address} net`, holder.net, net(sides, 'amount'), amounts);
  }
}

const chains = { r: 'xrpl', G: 'stellar' } as const;

function chainOf(address: string): WatchedWallet['chain'] {
  if (address.startsWith('0x')) return address.length > 50 ? 'aptos' : 'evm';
  return address.startsWith('z') ? 'solana' : chains[address.startsWith('r') ? 'r' : 'G'];
}

async function compareWatchlist(
  { sent, services, connectionId, found }: Bench,
  addresses: readonly string[],
) {
  const wallets = addresses.map((address) => ({
    address,
    chain: chainOf(address),
    side: 'either' as const,
  }));
  const content = {
    connectionId,
    name: 'List',
    color: 'blue',
    note: '',
    on: true,
    query: {},
    wallets,
  } as const;
  const { calls } = services.watch;
  const list = await calls.saveWatchlist({ content: { ...content, wallets } });
  const got = await calls.getWatchlistFigures({ listId: list.id });
  const own = new Set(addresses.map(addressKey));
  const all = sent('transactions');
  const moves = counting(
    all.filter((record) =>
      [record['from_address'], record['to_address']].some((one) => own.has(addressKey(String(one)))),
    ),
    all,
  ).map(moveOf);
  const what = `watchlist of ${addresses.join(', ')}`;
  found.same(`${what}: count`, got.count, moves.length);
  found.sum(
    `${what}: volume`,
    got.volume,
    flowOf(moves).dollars,
    moves.map(({ dollars }) => dollars),
  );
  for (const [flow, kind] of [
    [got.minted, 'mint'],
    [got.burned, 'burn'],
  ] as const)
    found.flow(`${what}: ${kind}`, flow, flowOf(moves.filter((move) => move.kind === kind)), moves);
  for (const wallet of got.wallets) {
    const sides = sidesOf(moves, new Set([addressKey(wallet.address)]));
    found.flow(`${what}: into ${wallet.address}`, wallet.in, sides.in, moves);
    found.flow(`${what}: out of ${wallet.address}`, wallet.out, sides.out, moves);
  }
  const others = counterparties(moves, own);
  for (const { address, from, to } of got.counterparties) {
    const sides = others.get(addressKey(address)) ?? sidesOf([], own);
    found.flow(`${what}: from ${address}`, from, sides.in, moves);
    found.flow(`${what}: to ${address}`, to, sides.out, moves);
  }
  compareDays(found, what, got.days, moves, (its) => sidesOf(its, own));
  await calls.removeWatchlists({ ids: [list.id] });
}

it('wallets, flows, tokens and watchlists say the same of what was moved', async () => {
  let compared = 0;
  await atScale(import.meta.filename, 20, async ({ count, seed: first }) => {
    for (let seed = first; seed < first + count; seed += 1) {
      await using bench = await openBench(seed);
      const { found, world, dice, sent } = bench;
      for (const address of world.addresses) {
        await compareWallet(bench, address);
        await compareFlows(bench, address);
      }
      for (const token of sent('tokens')) await compareToken(bench, idOf(token));
      // Those of the XRP Ledger and Stellar have checksums.
      const watchable = world.addresses.filter((address) => !/^[rG]/.test(address));
      for (let nth = 0; nth < 6; nth += 1)
        await compareWatchlist(bench, [...new Set([dice.pick(watchable), dice.pick(watchable)])]);
      found.end(seed);
      compared += found.compared;
    }
  });
  process.stdout.write(`${compared.toLocaleString('en')} figures compared.\n`);
  expect(compared).toBeGreaterThan(2000);
});
