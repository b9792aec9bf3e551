import { dayText } from '../../../preload/contract/days.ts';
import type { Json, JsonObject } from '../../../preload/contract/json.ts';
import { partyMetrics } from '../../../preload/contract/resources/metrics.ts';
import { addFigures, figure, metricObject, type Figures } from './figures.ts';
import { assetClasses, countries, sampleMark, type SampleNetwork, type SampleParty } from './parties.ts';
import { iconUrl, partyObject, type Facts, type SampleRecord } from './records.ts';
import { historyDays, isoTime, type SampleAsset, type SampleToken, type World } from './world.ts';

interface Total {
  readonly figures: Figures;
  readonly assets: Set<number>;
  tokens: number;
  readonly splits: Splits;
}
type Splits = Map<Criterion, Map<number, Total>>;
type Criterion = 'class' | 'network' | 'platform' | 'issuer' | 'country' | 'manager';

const totalMetrics: readonly string[] = ['circulating_asset_value_dollar', ...partyMetrics];

function makeTotal(): Total {
  return { figures: new Map(), assets: new Set(), tokens: 0, splits: new Map() };
}

function totalOf(splits: Splits, criterion: Criterion, id: number): Total {
  const totals = splits.get(criterion) ?? new Map<number, Total>();
  const total = totals.get(id) ?? makeTotal();
  splits.set(criterion, totals.set(id, total));
  return total;
}

/** Sums tokens, then makes the records of all parties. `today`: the day of the newest figures. */
export function makePartyRecords(world: World, today: number) {
  const totals: Splits = new Map();
  const firstTokens = new Map<SampleNetwork, JsonObject>();
  return {
    add(asset: SampleAsset, token: SampleToken, figures: Figures): void {
      const count = (splits: Splits, criterion: Criterion, id: number): Total => {
        const total = totalOf(splits, criterion, id);
        addFigures(total.figures, figures, totalMetrics);
        total.assets.add(asset.id);
        total.tokens += 1;
        return total;
      };
      const { platform, network, id, name, address } = token;
      if (!firstTokens.has(network)) firstTokens.set(network, { id, name, address });
      const split: Total[] = [count(totals, 'network', network.id)];
      if (platform !== null) split.push(count(totals, 'platform', platform.id));
      count(totals, 'issuer', asset.issuer.id);
      if (asset.manager !== null) count(totals, 'manager', asset.manager.id);
      for (const { splits } of split) {
        count(splits, 'class', asset.assetClass.id);
        count(splits, 'network', network.id);
        if (platform !== null) count(splits, 'platform', platform.id);
        count(splits, 'issuer', asset.issuer.id);
        count(splits, 'country', asset.jurisdiction.id);
      }
    },
    make() {
      const stats = makeStats(world);
      return {
        networks: world.networks.map((network) => {
          const total = totalOf(totals, 'network', network.id);
          const { splits } = total;
          // Assumed: live records do not show which token.
          const own = firstTokens.get(network);
          return record(network, total, {
            network_id: network.id,
            token: own ?? null,
            token_id: own?.['id'] ?? null,
            description: `${sampleMark} The network's name may be real, its figures here are not.`,
            website: `https://${network.slug}.example`,
            icon_url: iconUrl('networks', network.slug),
            color_hex: network.color,
            parent_network_id: network.parentId,
            layer_description: network.parentId === null ? 'L1' : 'L2',
            virtual_machine_type: network.virtualMachine,
            asset_class_ids: sortedKeys(splits, 'class'),
            issuer_ids: sortedKeys(splits, 'issuer').map(String),
            protocol_ids: sortedKeys(splits, 'platform'),
            protocol_stats: stats(splits, 'platform'),
            jurisdiction_country_ids: sortedKeys(splits, 'country'),
            ...commonStats(stats, splits),
            architecture_type_description: network.parentId === null ? 'Own consensus' : 'Rollup',
            founded_date: dayText(today - historyDays - network.id * 13),
            _updated_at: isoTime(today, (network.id * 104_729) % 21_600),
          });
        }),
        platforms: world.platforms.map((platform) => {
          const total = totalOf(totals, 'platform', platform.id);
          const network_stats = stats(total.splits, 'network');
          return record(platform, total, { network_stats, ...commonStats(stats, total.splits) });
        }),
        issuers: world.issuers.map((issuer) => {
          const total = totalOf(totals, 'issuer', issuer.id);
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
          const total = totalOf(totals, 'manager', manager.id);
          const description = `${sampleMark} Manages ${total.assets.size.toString()} assets.`;
          return record(manager, total, { description, website: manager.website });
        }),
        'service-providers': world.providers.map((provider) => {
          const served = world.assets.filter(({ transferAgent, payingAgent, identityProvider }) =>
            [transferAgent, payingAgent, identityProvider].includes(provider),
          );
          const ids = served.flatMap(({ tokens }) => tokens.map(({ network }) => network.id));
          // Records name no custodians, auditors and administrators: they get the main networks.
          const used = ids.length > 0 ? [...new Set(ids)] : [1, 2, 3].slice(0, 1 + (provider.id % 3));
          return record(provider, makeTotal(), {
            description: `${sampleMark} ${provider.name} ${provider.task}.`,
            network_ids: used.sort((a, b) => a - b),
          });
        }),
      };
    },
  };
}

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

/** Assumed: makes networks as large as those of the live service. */
const maxStats = 20;

/** Rule: service notes, "Records": eight metrics in each element. Largest first. */
function makeStats({ networks, platforms, issuers }: World): Stats {
  const labels = (kind: string, parties: readonly Parameters<typeof partyObject>[1][]) =>
    new Map(parties.map((party) => [party.id, partyObject(kind, party)]));
  const labelsOf: Readonly<Partial<Record<Criterion, ReadonlyMap<number, JsonObject>>>> = {
    class: labels('asset-classes', assetClasses),
    network: labels('networks', networks),
    platform: labels('platforms', platforms),
    issuer: labels('issuers', issuers),
    country: labels('countries', countries),
  };
  return (splits, criterion) =>
    [...(splits.get(criterion) ?? [])]
      .sort(([a, first], [b, second]) => sizeOf(second) - sizeOf(first) || a - b)
      .slice(0, maxStats)
      .map(([key, { figures, assets }]) => ({
        ...labelsOf[criterion]?.get(key),
        asset_count: assets.size,
        description: sampleMark,
        ...Object.fromEntries(
          totalMetrics.map((name): [string, Json] => [name, metricObject(figures, name)]),
        ),
      }));
}

function sizeOf({ figures }: Total): number {
  const value = figure(figures, 'bridged_token_value_dollar', 0);
  return Number.isNaN(value) ? 0 : value;
}

function sortedKeys(splits: Splits, criterion: Criterion): readonly number[] {
  return [...(splits.get(criterion)?.keys() ?? [])].sort((a, b) => a - b);
}
