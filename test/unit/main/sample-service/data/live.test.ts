import { dayNumber } from '../../../../../preload/contract/days.ts';
import { describe, expect, it } from 'vitest';
import { burn, mint } from '../../../../../main/sample-service/data/activity.ts';
import { makeHistories } from '../../../../../main/sample-service/data/histories.ts';
import { makeLiveMoves } from '../../../../../main/sample-service/data/live.ts';

const size = { seed: 1, assets: 40, transactions: 1000, odd: true, today: dayNumber('2026-11-20') };

function movesOf(seed: number, count: number): unknown[] {
  const next = makeLiveMoves(makeHistories({ ...size, seed }), seed);
  return Array.from({ length: count }, () => {
    const { token, ...move } = next();
    return { ...move, asset: undefined, token: token.id };
  });
}

describe('moves after the history', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(movesOf(1, 50)).toEqual(movesOf(1, 50));
    expect(movesOf(2, 50)).not.toEqual(movesOf(1, 50));
  });

  it('move more than nothing, between wallets that differ; some are heard of late', () => {
    const next = makeLiveMoves(makeHistories(size), 1);
    const moves = Array.from({ length: 500 }, next);
    for (const { kind, amount, from, to, token } of moves) {
      expect(amount).toBeGreaterThan(0);
      const nobody = [null, `0x${'0'.repeat(40)}`, token.issuerAddress];
      expect(nobody.includes(from)).toBe(kind === mint);
      expect(nobody.includes(to)).toBe(kind === burn);
      expect(from).not.toBe(to);
    }
    const late = moves.filter(({ lateMs }) => lateMs > 0);
    expect(late.length).toBeGreaterThan(10);
    expect(late.length).toBeLessThan(100);
    expect(late.some(({ lateMs }) => lateMs > 86_400_000)).toBe(true);
  });

  it('are mostly those of few wallets, so that who follows one soon has news', () => {
    const next = makeLiveMoves(makeHistories(size), 1);
    const wallets = Array.from({ length: 600 }, next).flatMap(({ kind, from, to }) =>
      kind === mint ? [to] : kind === burn ? [from] : [from, to],
    );
    const counts = [...Map.groupBy(wallets, (wallet) => wallet).values()].map(({ length }) => length);
    const busiest = counts.toSorted((a, b) => b - a).slice(0, 10);
    expect(busiest.reduce((sum, count) => sum + count) / wallets.length).toBeGreaterThan(0.15);
  });
});
