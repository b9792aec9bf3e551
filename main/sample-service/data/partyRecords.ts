import { dayText } from '../../../preload/contract/days.ts';
import type { Json, JsonObject } from '../../../preload/contract/json.ts';
import { partyMetrics } from '../../../preload/contract/resources/metrics.ts';
import { addFigures, figure, layOut, makeFigures, metricObject, type Figures } from './figures.ts';
import { assetClasses, countries, sampleMark, slugOf, type SampleParty } from './parties.ts';
import { iconUrl, noFigures, type Facts, type SampleRecord } from './records.ts';
import { historyDays, isoTime, type SampleAsset, type SampleToken, type World } from './world.ts';

/** What a network or a firm adds up to over its tokens. */
interface Total {
  readonly figures: Figures;
  readonly assets: Set<number>;
  tokens: number;
}

/** The same split by other criteria, each by the ids of what it is split by. */
type Splits = Readonly<Record<Criterion, Map<number, Total>>>;
type Criterion = 'class' | 'network' | 'platform' | 'issuer' | 'country';
type SplitTotal = Total & { readonly splits: Splits };

/** What a token is split by, with the ids. */
function keysOf(asset: SampleAsset, token: SampleToken): [Criterion, number | undefined][] {
  return [
    ['class', asset.assetClass.id],
    ['network', token.network.id],
    ['platform', token.platform?.id],
    ['issuer', asset.issuer.id],
    ['country', asset.jurisdiction.id],
  ];
}

const layout = layOut(['circulating_asset_value_dollar', ...partyMetrics]);

function makeTotal(): Total {
  return { figures: makeFigures(layout), assets: new Set(), tokens: 0 };
}

function makeSplitTotal(): SplitTotal {
  const totals = (): Map<number, Total> => new Map<number, Total>();
  const [network, platform, issuer, country] = [totals(), totals(), totals(), totals()];
  return { ...makeTotal(), splits: { class: totals(), network, platform, issuer, country } };
}

function entryOf<T>(entries: Map<number, T>, key: number, make: () => T): T {
  const entry = entries.get(key) ?? make();
  entries.set(key, entry);
  return entry;
}

/** Adds up tokens; then makes the records of all networks and firms. `today`: the day of the newest figures. */
export function makePartyRecords(world: World, today: number) {
  const networks = new Map<number, SplitTotal>();
  const platforms = new Map<number, SplitTotal>();
  const issuers = new Map<number, Total>();
  const managers = new Map<number, Total>();
  return {
    /** Counts a token in everywhere it belongs. */
    add(asset: SampleAsset, token: SampleToken, figures: Figures): void {
      const count = (total: Total): void => {
        addFigures(total.figures, figures);
        total.assets.add(asset.id);
        total.tokens += 1;
      };
      const countSplit = (totals: Map<number, SplitTotal>, id: number): void => {
        const total = entryOf(totals, id, makeSplitTotal);
        count(total);
        for (const [criterion, key] of keysOf(asset, token)) {
          if (key !== undefined) count(entryOf(total.splits[criterion], key, makeTotal));
        }
      };
      countSplit(networks, token.network.id);
      if (token.platform !== null) countSplit(platforms, token.platform.id);
      count(entryOf(issuers, asset.issuer.id, makeTotal));
      if (asset.manager !== null) count(entryOf(managers, asset.manager.id, makeTotal));
    },
    make() {
      const stats = makeStats(world);
      return {
        networks: world.networks.map((network) => {
          const total = entryOf(networks, network.id, makeSplitTotal);
          const { splits } = total;
          return record(network, total, {
            network_id: network.id,
            description: `${sampleMark} The network's name may be real, its figures here are not.`,
            website: `https://${network.slug}.example`,
            icon_url: iconUrl('networks', network.slug),
            color_hex: network.color,
            parent_network_id: network.parentId,
            layer_description: network.parentId === null ? 'L1' : 'L2',
            virtual_machine_type: network.virtualMachine,
            asset_class_ids: sortedKeys(splits.class),
            issuer_ids: sortedKeys(splits.issuer).map(String),
            protocol_ids: sortedKeys(splits.platform),
            protocol_stats: stats(splits, 'platform'),
            jurisdiction_country_ids: sortedKeys(splits.country),
            ...commonStats(stats, splits),
            architecture_type_description: network.parentId === null ? 'Own consensus' : 'Rollup',
            founded_date: dayText(today - historyDays - network.id * 13),
            _updated_at: isoTime(today, (network.id * 104_729) % 21_600),
          });
        }),
        platforms: world.platforms.map((platform) => {
          const total = entryOf(platforms, platform.id, makeSplitTotal);
          const network_stats = stats(total.splits, 'network');
          return record(platform, total, { network_stats, ...commonStats(stats, total.splits) });
        }),
        issuers: world.issuers.map((issuer) => {
          const total = entryOf(issuers, issuer.id, makeTotal);
          return record(issuer, total, {
            id: issuer.id.toString(),
            description: `${sampleMark} Issues ${total.assets.size.toString()} assets.`,
            icon_url: iconUrl('issuers', issuer.slug),
            website: issuer.website,
            legal_name: issuer.legalName,
            cik: issuer.cik,
            lei: issuer.lei,
            legal_structure_type: issuer.legalForm,
            legal_structure_country_id: issuer.country.id,
            legal_structure_country_name: issuer.country.name,
            legal_structure_state: issuer.state,
          });
        }),
        managers: world.managers.map((manager) => {
          const total = entryOf(managers, manager.id, makeTotal);
          const description = `${sampleMark} Manages ${total.assets.size.toString()} assets.`;
          return record(manager, total, { description, website: manager.website });
        }),
        'service-providers': world.providers.map((provider) => {
          const served = world.assets.filter(({ transferAgent, payingAgent, identityProvider }) =>
            [transferAgent, payingAgent, identityProvider].includes(provider),
          );
          const ids = served.flatMap(({ tokens }) => tokens.map(({ network }) => network.id));
          // Custodians, auditors and administrators are named by no record: the main networks stand for where they work.
          const used = ids.length > 0 ? [...new Set(ids)] : [1, 2, 3].slice(0, 1 + (provider.id % 3));
          return record(provider, noTotal, {
            description: `${sampleMark} ${provider.name} ${provider.task}.`,
            network_ids: used.sort((a, b) => a - b),
          });
        }),
      };
    },
  };
}

const noTotal: Total = { figures: noFigures, assets: new Set(), tokens: 0 };

function record(
  { id, name, slug }: Pick<SampleParty, 'id' | 'name' | 'slug'>,
  { figures, assets, tokens }: Total,
  facts: Facts & { readonly id?: string },
): SampleRecord {
  return { facts: { id, name, slug, asset_count: assets.size, token_count: tokens, ...facts }, figures };
}

type Stats = (splits: Splits, criterion: Criterion) => readonly Json[];

function commonStats(stats: Stats, splits: Splits): Facts {
  return {
    asset_class_stats: stats(splits, 'class'),
    issuer_stats: stats(splits, 'issuer'),
    jurisdiction_country_stats: stats(splits, 'country'),
  };
}

/** Elements in a stats array at most. Assumed: so many make a network as heavy as those of the live service. */
const maxStats = 20;

/** Rule: service notes, "Records": eight metrics in each element of a stats array. Largest first. */
function makeStats({ networks, platforms, issuers }: World): Stats {
  type Labelled = Pick<SampleParty, 'id' | 'name' | 'slug' | 'color'>;
  const labels = (kind: string, parties: readonly Labelled[]): ReadonlyMap<number, JsonObject> =>
    new Map(
      parties.map(({ id, name, slug, color }) => [
        id,
        {
          id: kind === 'issuers' ? id.toString() : id,
          name,
          slug,
          icon_url: iconUrl(kind, slug),
          color_hex: color,
        },
      ]),
    );
  const colored = countries.map((country) => {
    const slug = slugOf(country.name, country.code);
    return { ...country, slug, color: '#64748b' };
  });
  const labelsOf: Readonly<Record<Criterion, ReadonlyMap<number, JsonObject>>> = {
    class: labels('asset-classes', assetClasses),
    network: labels('networks', networks),
    platform: labels('platforms', platforms),
    issuer: labels('issuers', issuers),
    country: labels('countries', colored),
  };
  return (splits, criterion) =>
    [...splits[criterion]]
      .sort(([a, first], [b, second]) => sizeOf(second) - sizeOf(first) || a - b)
      .slice(0, maxStats)
      .map(([key, { figures, assets }]) => ({
        ...labelsOf[criterion].get(key),
        asset_count: assets.size,
        description: sampleMark,
        ...Object.fromEntries(
          [...layout.indexes.keys()].map((name): [string, Json] => [name, metricObject(figures, name)]),
        ),
      }));
}

function sizeOf({ figures }: Total): number {
  const value = figure(figures, 'bridged_token_value_dollar', 0);
  return Number.isNaN(value) ? 0 : value;
}

function sortedKeys(splits: ReadonlyMap<number, Total>): readonly number[] {
  return [...splits.keys()].sort((a, b) => a - b);
}
