import { partyMetrics } from '../../../preload/contract/resources/metrics.ts';
import { addFigures, layOut, makeFigures, type Figures } from './figures.ts';
import type { SampleAsset, SampleToken, World } from './world.ts';

/** What a network or a firm adds up to over its tokens. */
export interface Total {
  readonly figures: Figures;
  readonly assets: Set<number>;
  tokens: number;
}

/** A total, and the same split by other criteria. */
export interface PartyTotal extends Total {
  readonly byClass: Map<number, Total>;
  readonly byNetwork: Map<number, Total>;
  readonly byPlatform: Map<number, Total>;
  readonly byIssuer: Map<number, Total>;
  readonly byCountry: Map<number, Total>;
}

export interface Totals {
  readonly networks: ReadonlyMap<number, PartyTotal>;
  readonly platforms: ReadonlyMap<number, PartyTotal>;
  readonly issuers: ReadonlyMap<number, Total>;
  readonly managers: ReadonlyMap<number, Total>;
  /** Counts a token in everywhere it belongs. */
  add(asset: SampleAsset, token: SampleToken, figures: Figures): void;
}

const layout = layOut(['circulating_asset_value_dollar', ...partyMetrics]);

export function makeTotals({ networks, platforms, issuers, managers }: World): Totals {
  const totals = {
    networks: new Map(networks.map(({ id }) => [id, makePartyTotal()])),
    platforms: new Map(platforms.map(({ id }) => [id, makePartyTotal()])),
    issuers: new Map(issuers.map(({ id }) => [id, makeTotal()])),
    managers: new Map(managers.map(({ id }) => [id, makeTotal()])),
  };
  return {
    ...totals,
    add: (asset, token, figures) => {
      const addTo = (total: Total | undefined): void => {
        if (total !== undefined) count(total, asset, figures);
      };
      const addSplit = (total: PartyTotal | undefined): void => {
        if (total === undefined) return;
        count(total, asset, figures);
        addTo(splitOf(total.byClass, asset.assetClass.id));
        addTo(splitOf(total.byNetwork, token.network.id));
        if (token.platform !== null) addTo(splitOf(total.byPlatform, token.platform.id));
        addTo(splitOf(total.byIssuer, asset.issuer.id));
        addTo(splitOf(total.byCountry, asset.jurisdiction.id));
      };
      addSplit(totals.networks.get(token.network.id));
      if (token.platform !== null) addSplit(totals.platforms.get(token.platform.id));
      addTo(totals.issuers.get(asset.issuer.id));
      if (asset.manager !== null) addTo(totals.managers.get(asset.manager.id));
    },
  };
}

function makeTotal(): Total {
  return { figures: makeFigures(layout), assets: new Set(), tokens: 0 };
}

function makePartyTotal(): PartyTotal {
  return {
    ...makeTotal(),
    byClass: new Map(),
    byNetwork: new Map(),
    byPlatform: new Map(),
    byIssuer: new Map(),
    byCountry: new Map(),
  };
}

function count(total: Total, asset: SampleAsset, figures: Figures): void {
  addFigures(total.figures, figures);
  total.assets.add(asset.id);
  total.tokens += 1;
}

function splitOf(splits: Map<number, Total>, key: number): Total {
  const split = splits.get(key) ?? makeTotal();
  splits.set(key, split);
  return split;
}
