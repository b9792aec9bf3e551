import { constants, copyFileSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { minuteMs } from '../../../preload/contract/days.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { lockFile } from '../../platform/sqlite/fileLock.ts';
import { isPlainFile } from '../../platform/system/privateFile.ts';
import { installFunctions } from '../../store/query/functions.ts';
import { makeWriter } from '../../store/query/writer.ts';
import { burn, mint, moveGrains, nobody, transfer } from './activity.ts';
import { makeTransactionIds } from './addresses.ts';
import { neat } from './figures.ts';
import type { DataSize, Histories } from './histories.ts';
import { makeRandom, type Random } from './random.ts';
import { tables } from './tables.ts';
import { makeAddressBook, transactionRecord } from './transactions.ts';
import type { SampleAsset, SampleToken } from './world.ts';

interface LiveOptions {
  readonly path: string;
  readonly size: DataSize;
  readonly histories: Histories;
  readonly perMinute: number;
  readonly now: () => number;
}

/** Keeps a request from waiting for seconds; the rest arrive with the next one. */
const maxBatchSize = 2000;

const copyMs = minuteMs;

export function copyForLive(source: string, copy: string): void {
  if (isPlainFile(copy)) return;
  const unfinished = `${copy}.part`;
  const lock = lockFile(`${copy}.lock`, copyMs);
  try {
    if (isPlainFile(copy)) return;
    rmSync(unfinished, { force: true });
    copyFileSync(source, unfinished, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    renameSync(unfinished, copy);
  } finally {
    rmSync(unfinished, { force: true });
    lock.release();
  }
}

/**
 * Returns a function that writes the transactions that have arrived since its last call. The seed alone
 * determines them; the clock determines when they arrive. A restarted service continues with the next one.
 */
export function openLive({ path, size, histories, perMinute, now }: LiveOptions): () => void {
  const database = new Database(path, { fileMustExist: true });
  database.pragma('synchronous = OFF');
  installFunctions(database);
  database.exec('CREATE TABLE IF NOT EXISTS live (arrived INTEGER NOT NULL) STRICT');
  const countArrived = database.prepare('SELECT coalesce(sum(arrived), 0) FROM live').pluck();
  const addArrived = database.prepare('INSERT INTO live VALUES (?)');
  const writer = makeWriter(database, tables.transactions);
  const ids = makeTransactionIds(size.seed, Math.max(1, size.transactions));
  const nextLive = makeLiveMoves(histories, size.seed);
  const startedAt = now();
  let sinceStart = 0;
  let moved = 0;

  function nextRecord(receivedAt: number): ResourceRecord {
    const { asset, token, kind, amount, dollars, from, to, lateMs } = nextLive();
    const { id, hash } = ids.makeLater(moved, token.network);
    moved += 1;
    const time = new Date(receivedAt - lateMs).toISOString();
    return {
      ...transactionRecord(asset, token, kind),
      id,
      transaction_hash: hash,
      date: `${time.slice(0, 10)}T00:00:00.000Z`,
      timestamp: `${time.slice(0, 19)}.000Z`,
      amount,
      usd_amount: dollars,
      from_address: from,
      to_address: to,
    };
  }

  const write = database.transaction((count: number) => {
    // Skips those that another service on this folder has written.
    const arrived = Number(countArrived.get());
    for (; moved < arrived; moved += 1) nextLive();
    const first = sinceStart + 1;
    writer.write(
      Array.from({ length: count }, (_, index) =>
        nextRecord(startedAt + ((first + index) * minuteMs) / perMinute),
      ),
    );
    addArrived.run(count);
    sinceStart += count;
  });

  return () => {
    const due = Math.floor(((now() - startedAt) * perMinute) / minuteMs) - sinceStart;
    if (due > 0) write.immediate(Math.min(due, maxBatchSize));
  };
}

const movingTokens = 40;

/** Fraction of moves that arrive late: by minutes, or by more than a day. */
const latePart = 0.08;
const latestMinutes = 40 * 60;

/** Returns a function that continues the histories, one deterministic move per call. */
export function makeLiveMoves({ world, pathOf, historyOf }: Histories, seed: number) {
  const random = makeRandom(seed, 951);
  const tokens = world.assets
    .filter(({ assetClass }) => assetClass.hasTransactions)
    .flatMap((asset) => asset.tokens.map((token) => ({ asset, token })))
    .sort((a, b) => b.token.activity - a.token.activity)
    .slice(0, movingTokens);
  if (tokens.length === 0) throw new Error('There is no token that could move.');
  const states = new Map<number, ReturnType<typeof begin>>();

  function begin(asset: SampleAsset, token: SampleToken) {
    const path = pathOf(asset);
    const { activity, ledger } = historyOf(asset, token, path);
    return {
      grainsPerToken: activity.grainsPerToken,
      price: path.value?.at(-1) ?? NaN,
      addressOf: makeAddressBook(seed, token),
      holdings: Array.from(ledger.balances),
    };
  }

  return () => {
    const { asset, token } = tokens[random.heavyIndex(tokens.length)] ?? random.pick(tokens);
    const state = states.get(token.id) ?? begin(asset, token);
    states.set(token.id, state);
    const { kind, from, to, grains } = nextMove(state.holdings, random);
    moveGrains(state.holdings, from, to, grains);
    const amount = grains / state.grainsPerToken;
    const dollars = neat(amount * state.price);
    return {
      asset,
      token,
      kind,
      amount,
      dollars: Number.isNaN(dollars) ? null : dollars,
      from: state.addressOf(from, 'from'),
      to: state.addressOf(to, 'to'),
      lateMs: random.chance(latePart) ? random.integer(5, latestMinutes) * minuteMs : 0,
    };
  };
}

/** The first holders move most, so a watched wallet soon has news. */
function nextMove(holdings: readonly number[], random: Random) {
  const roll = random.next();
  const sender = random.heavyIndex(holdings.length);
  const balance = holdings[sender] ?? 0;
  const isNew = random.chance(0.1);
  const recipient = isNew ? holdings.length : random.heavyIndex(holdings.length);
  const part = random.next();
  if (roll < 0.2 || balance < 1) {
    const supply = holdings.reduce((sum, grains) => sum + grains, 0);
    return {
      kind: mint,
      from: nobody,
      to: recipient,
      grains: Math.max(1, Math.round((supply / 200) * part)),
    };
  }
  const grains = Math.max(1, Math.floor(balance * part * part * 0.4));
  if (roll < 0.32) return { kind: burn, from: sender, to: nobody, grains };
  return { kind: transfer, from: sender, to: recipient === sender ? holdings.length : recipient, grains };
}
