import { dayNumber } from '../../../../../preload/contract/days.ts';
import { describe, expect, it } from 'vitest';
import awkwardNames from '../../../../../main/sample-service/data/awkwardNames.json' with { type: 'json' };
import { assetClasses } from '../../../../../main/sample-service/data/parties.ts';
import { makeWorld } from '../../../../../main/sample-service/data/world.ts';

const today = dayNumber('2026-11-20');

describe('the world', () => {
  const world = makeWorld({ seed: 1, assets: 3500, today, odd: true });
  const tokens = world.assets.flatMap((asset) => asset.tokens);

  it('has the usual numbers of everything', () => {
    expect(world.networks).toHaveLength(40);
    expect(world.platforms).toHaveLength(200);
    expect(world.issuers).toHaveLength(300);
    expect(world.managers).toHaveLength(150);
    expect(world.providers).toHaveLength(120);
    expect(tokens.length).toBeGreaterThan(10_800);
    expect(tokens.length).toBeLessThan(13_200);
  });

  it('has the networks and classes of the live service under their ids', () => {
    const names = new Map(world.networks.map(({ id, name }) => [id, name]));
    expect([1, 2, 5, 9, 46, 76].map((id) => names.get(id))).toEqual([
      'Ethereum',
      'Solana',
      'Avalanche C-Chain',
      'Stellar',
      'XRP Ledger',
      'Avalanche',
    ]);
    expect(world.networks.find(({ id }) => id === 5)?.parentId).toBe(76);
    expect(assetClasses.reduce((sum, { share }) => sum + share, 0)).toBe(100);
    expect(new Set(world.assets.map(({ assetClass }) => assetClass.name)).size).toBe(assetClasses.length);
  });

  it('gives every awkward name and every slug once', () => {
    const names = world.assets.map(({ name }) => name);
    for (const name of awkwardNames) expect(names.filter((other) => other === name)).toHaveLength(1);
    expect(new Set(world.assets.map(({ slug }) => slug)).size).toBe(3500);
    expect(new Set(tokens.map(({ address }) => address)).size).toBe(tokens.length);
  });

  it('is the same on a later day, but that everything began so many days later', () => {
    const size = { seed: 1, assets: 50, today, odd: true };
    const later = <T extends { readonly inceptionDay: number }>(subject: T): T => ({
      ...subject,
      inceptionDay: subject.inceptionDay + 100,
    });
    const { assets, ...parties } = makeWorld(size);
    const laterAssets = assets.map((asset) => ({ ...later(asset), tokens: asset.tokens.map(later) }));
    expect(makeWorld({ ...size, today: today + 100 })).toEqual({ ...parties, assets: laterAssets });
  });
});
