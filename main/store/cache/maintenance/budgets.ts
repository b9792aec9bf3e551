import { hourMs, minuteMs } from '../../../../preload/contract/days.ts';
import type Database from 'better-sqlite3';
import type { BudgetRequest, BudgetState } from '../../storeTypes.ts';

/** Longer requested pauses are cut to this. */
const longestPauseMs = 24 * hourMs;
/** Clocks of two processes may differ by this; a larger step back is a clock set back. */
const clockSkewMs = minuteMs;
const mostAtOnce = 8;
/** Below this, a fraction of a request is a rounding error. */
const rounding = 1e-6;

/**
 * Returns how long requests that were taken together may be held, in milliseconds. At most one request
 * becomes available in this time, so held requests never exceed the limit.
 */
export function longestHoldMs(perHour: number): number {
  return Math.min(5_000, hourMs / perHour);
}

/**
 * Buckets of requests: initially `perHour` requests, one more each hour ÷ `perHour`, at most `perHour`.
 * Stored in the database: the limit outlives a restart, and every process of the user shares it.
 *
 * Rule: service notes, "Limits and errors". Time is the computer's uptime, which a changed clock does not
 * affect. After a restart it is the smaller of the time by the clock and the uptime.
 */
export function makeBudgets(database: Database.Database) {
  const find = database.prepare('SELECT tokens, at, uptime FROM budgets WHERE endpoint = ?').raw();
  const write = database.prepare(
    `INSERT INTO budgets (endpoint, tokens, at, uptime) VALUES (:endpoint, :tokens, :at, :uptime)
     ON CONFLICT (endpoint) DO UPDATE SET tokens = :tokens, at = :at, uptime = :uptime`,
  );

  /** Returns the requests in the bucket, returned ones included, negative in a pause, and their time. */
  function contentOf(request: BudgetRequest): { tokens: number; at: number } {
    const { tokens, at } = storedContent(request);
    return { tokens: Math.min(request.perHour, tokens + (request.unused ?? 0)), at };
  }

  function storedContent({ endpoint, perHour, now, uptime }: BudgetRequest): { tokens: number; at: number } {
    const row = find.get(endpoint);
    if (!isTokensAndTimes(row)) return { tokens: perHour, at: now };
    const [tokens, at, lastUptime] = row;
    if (uptime !== undefined && lastUptime !== null) {
      const elapsed = uptime >= lastUptime ? uptime - lastUptime : Math.min(Math.max(now - at, 0), uptime);
      return { tokens: Math.min(perHour, tokens + (elapsed * perHour) / hourMs), at: now };
    }
    if (now < at) return { tokens: Math.min(perHour, tokens), at: at - now < clockSkewMs ? at : now };
    return { tokens: Math.min(perHour, tokens + ((now - at) * perHour) / hourMs), at: now };
  }

  const take = database.transaction((request: BudgetRequest) => {
    const { tokens, at } = contentOf(request);
    const keep = request.keep ?? 0;
    const granted = tokens >= 1 + keep - rounding;
    const taken = granted ? takenAtOnce(tokens, request) : 0;
    const rest = tokens - taken;
    write.run({ endpoint: request.endpoint, tokens: rest, at, uptime: request.uptime ?? null });
    const state = stateOf(rest, request);
    return granted
      ? { granted, taken, ...state }
      : { granted, ...state, nextAt: momentOf(keep + 1, tokens, request) };
  });

  const giveBack = database.transaction((request: BudgetRequest) => {
    const { endpoint, uptime = null } = request;
    write.run({ endpoint, uptime, ...contentOf(request) });
  });

  return {
    /** Takes requests from the bucket. After a refusal, `nextAt` is when to ask again. */
    takeRequest: (
      request: BudgetRequest,
    ): BudgetState & ({ granted: true; taken: number } | { granted: false }) => take.immediate(request),
    giveBack: (request: BudgetRequest): void => {
      giveBack.immediate(request);
    },
    /** Empties the bucket after a 429 until `retryAt`, or the next refill. Then it has one request. */
    emptyBudget({
      endpoint,
      perHour,
      now,
      uptime,
      retryAt,
    }: BudgetRequest & { retryAt: number | null }): void {
      const pauseMs = Math.min(Math.max((retryAt ?? now + hourMs / perHour) - now, 0), longestPauseMs);
      write.run({ endpoint, tokens: 1 - (pauseMs * perHour) / hourMs, at: now, uptime: uptime ?? null });
    },
    readBudget: (request: BudgetRequest): BudgetState => stateOf(contentOf(request).tokens, request),
  };
}

/** Takes one request if few are left, for the sake of other processes, or if the bucket might overflow. */
function takenAtOnce(tokens: number, { perHour, reserve }: BudgetRequest): number {
  const isFull = tokens + (longestHoldMs(perHour) * perHour) / hourMs > perHour;
  if (reserve === undefined || isFull) return 1;
  return Math.max(1, Math.min(mostAtOnce, Math.floor((tokens - reserve) / 4)));
}

function stateOf(tokens: number, { perHour, now }: BudgetRequest): BudgetState {
  const left = Math.max(0, Math.floor(tokens + rounding));
  const isFull = tokens >= perHour - rounding;
  return { left, nextAt: isFull ? null : momentOf(left + 1, tokens, { perHour, now }) };
}

function momentOf(
  wanted: number,
  tokens: number,
  { perHour, now }: Pick<BudgetRequest, 'perHour' | 'now'>,
): number {
  return Math.ceil(now + ((wanted - tokens) * hourMs) / perHour);
}

function isTokensAndTimes(row: unknown): row is [number, number, number | null] {
  return Array.isArray(row) && row.length === 3;
}
