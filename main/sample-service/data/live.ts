import { dayMs, dayText, minuteMs } from '../../../preload/contract/days.ts';
import { copyFileSync, constants, existsSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { installFunctions } from '../../store/query/functions.ts';
import type { Table } from '../../store/query/tables.ts';
import { makeWriter } from '../../store/query/writer.ts';
import type { DataSize, Histories } from './histories.ts';
import { makeLiveMoves, type LiveMove } from './liveMoves.ts';
import { makeTransactionIds, type TransactionIds } from './transactionIds.ts';
import { transactionRecord } from './transactionWriter.ts';

/** Transactions that go on arriving while the service runs. */
export interface LiveTransactions {
  /** Writes those that have arrived since the last call, into the file that the service reads. */
  catchUp(): void;
  close(): void;
}

export interface LiveOptions {
  /** A copy of the file of transactions: it keeps what has arrived when the service ends. */
  readonly path: string;
  readonly size: DataSize;
  readonly histories: Histories;
  readonly table: Table;
  readonly perMinute: number;
  readonly now: () => number;
}

/** So many are written in one go at most, so that no request waits for seconds; the rest arrive with the next. */
const maxBatchSize = 2000;

/** Copies the file of transactions, unless the copy is there. */
export function copyForLive(source: string, copy: string): void {
  if (existsSync(copy)) return;
  const unfinished = `${copy}.${process.pid.toString()}.part`;
  try {
    copyFileSync(source, unfinished, constants.COPYFILE_FICLONE);
    renameSync(unfinished, copy);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/**
 * What arrives, who moves what and how late, comes from the seed alone; when it arrives, from the clock. A service that is started
 * again goes on with the next one.
 */
export function openLive({ path, size, histories, table, perMinute, now }: LiveOptions): LiveTransactions {
  const database = new Database(path, { fileMustExist: true });
  database.pragma('synchronous = OFF');
  installFunctions(database);
  database.exec('CREATE TABLE IF NOT EXISTS live (arrived INTEGER NOT NULL) STRICT');
  const countArrived = database.prepare('SELECT coalesce(sum(arrived), 0) FROM live').pluck();
  const addArrived = database.prepare('INSERT INTO live VALUES (?)');
  const writer = makeWriter(database, table);
  const ids = makeTransactionIds(size.seed, Math.max(1, size.transactions));
  const nextMove = makeLiveMoves(histories, size.seed);
  const startedAt = now();
  let sinceStart = 0;
  let moved = 0;

  const write = database.transaction((count: number) => {
    // Another service on the same folder may have been quicker with some numbers.
    const arrived = Number(countArrived.get());
    for (; moved < arrived; moved += 1) nextMove();
    const records = Array.from({ length: count }, (_, index) => {
      const receivedAt = startedAt + ((sinceStart + index + 1) * minuteMs) / perMinute;
      const number = moved;
      moved += 1;
      return recordOf(table, ids, number, nextMove(), receivedAt);
    });
    writer.write(records);
    addArrived.run(count);
    sinceStart += count;
  });

  return {
    catchUp() {
      const due = Math.floor(((now() - startedAt) * perMinute) / minuteMs) - sinceStart;
      if (due > 0) write.immediate(Math.min(due, maxBatchSize));
    },
    close: () => {
      database.close();
    },
  };
}

function recordOf(
  table: Table,
  ids: TransactionIds,
  number: number,
  move: LiveMove,
  receivedAt: number,
): ResourceRecord {
  const { asset, token, kind, amount, dollars, from, to, lateMs } = move;
  const { id, hash } = ids.makeLater(number, token.network);
  const time = new Date(receivedAt - lateMs).toISOString();
  return {
    ...transactionRecord(table, asset, token, kind),
    id,
    transaction_hash: hash,
    date: `${dayText(Math.floor((receivedAt - lateMs) / dayMs))}T00:00:00.000Z`,
    timestamp: `${time.slice(0, 19)}.000Z`,
    amount,
    usd_amount: dollars,
    from_address: from,
    to_address: to,
  };
}
