import { dayText } from '../../../preload/contract/days.ts';
import type { Json, JsonObject } from '../../../preload/contract/json.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { iconUrl, noFigures, type SampleRecord } from './assemble.ts';
import { assetClasses } from './assetClasses.ts';
import { isoTime } from './calendar.ts';
import { countries } from './countries.ts';
import { figure, metricObject } from './figures.ts';
import { sampleMark, slugOf } from './names.ts';
import type { SampleNetwork } from './networks.ts';
import type { SampleIssuer, SampleParty, SampleProvider } from './parties.ts';
import type { PartyTotal, Total, Totals } from './totals.ts';
import { historyDays, type World } from './world.ts';

/** What names a party inside the arrays that split another party's figures. */
interface Label {
  readonly id: number | string;
  readonly name: string;
  readonly slug: string;
  readonly icon_url: string;
  readonly color_hex: string;
}

/** The names of everything a party's figures are split by. */
export interface Labels {
  readonly classes: ReadonlyMap<number, Label>;
  readonly networks: ReadonlyMap<number, Label>;
  readonly platforms: ReadonlyMap<number, Label>;
  readonly issuers: ReadonlyMap<number, Label>;
  readonly countries: ReadonlyMap<number, Label>;
}

function makeLabels({ networks, platforms, issuers }: World): Labels {
  const label = (
    kind: string,
    { id, name, slug, color }: Pick<SampleParty, 'id' | 'name' | 'slug' | 'color'>,
  ): [number, Label] => [
    id,
    {
      id: kind === 'issuers' ? id.toString() : id,
      name,
      slug,
      icon_url: iconUrl(kind, slug),
      color_hex: color,
    },
  ];
  return {
    classes: new Map(assetClasses.map((each) => label('asset-classes', each))),
    networks: new Map(networks.map((each) => label('networks', each))),
    platforms: new Map(platforms.map((each) => label('platforms', each))),
    issuers: new Map(issuers.map((each) => label('issuers', each))),
    countries: new Map(
      countries.map((country) =>
        label('countries', { ...country, slug: slugOf(country.name, country.code), color: '#64748b' }),
      ),
    ),
  };
}

function networkRecord(
  network: SampleNetwork,
  total: PartyTotal,
  labels: Labels,
  today: number,
): SampleRecord {
  return {
    facts: {
      id: network.id,
      network_id: network.id,
      name: network.name,
      slug: network.slug,
      description: `${sampleMark} The network's name may be real, its figures here are not.`,
      website: `https://${network.slug}.example`,
      icon_url: iconUrl('networks', network.slug),
      color_hex: network.color,
      parent_network_id: network.parentId,
      layer_description: network.parentId === null ? 'L1' : 'L2',
      virtual_machine_type: network.virtualMachine,
      token_count: total.tokens,
      asset_count: total.assets.size,
      asset_class_ids: sortedKeys(total.byClass),
      issuer_ids: sortedKeys(total.byIssuer).map(String),
      protocol_ids: sortedKeys(total.byPlatform),
      asset_class_stats: stats(total.byClass, labels.classes),
      protocol_stats: stats(total.byPlatform, labels.platforms),
      issuer_stats: stats(total.byIssuer, labels.issuers),
      jurisdiction_country_ids: sortedKeys(total.byCountry),
      jurisdiction_country_stats: stats(total.byCountry, labels.countries),
      architecture_type_description: network.parentId === null ? 'Own consensus' : 'Rollup',
      founded_date: dayText(today - historyDays - network.id * 13),
      _updated_at: isoTime(today, (network.id * 104_729) % 21_600).slice(0, 19),
    },
    figures: total.figures,
  };
}

function platformRecord(platform: SampleParty, total: PartyTotal, labels: Labels): SampleRecord {
  return {
    facts: {
      id: platform.id,
      name: platform.name,
      slug: platform.slug,
      asset_count: total.assets.size,
      asset_class_stats: stats(total.byClass, labels.classes),
      network_stats: stats(total.byNetwork, labels.networks),
      issuer_stats: stats(total.byIssuer, labels.issuers),
      jurisdiction_country_stats: stats(total.byCountry, labels.countries),
    },
    figures: total.figures,
  };
}

function issuerRecord(issuer: SampleIssuer, total: Total): SampleRecord {
  return {
    facts: {
      id: issuer.id.toString(),
      name: issuer.name,
      slug: issuer.slug,
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
      asset_count: total.assets.size,
      token_count: total.tokens,
    },
    figures: total.figures,
  };
}

function managerRecord(manager: SampleParty, total: Total): SampleRecord {
  return {
    facts: {
      id: manager.id,
      name: manager.name,
      slug: manager.slug,
      description: `${sampleMark} Manages ${total.assets.size.toString()} assets.`,
      website: manager.website,
      asset_count: total.assets.size,
    },
    figures: total.figures,
  };
}

function providerRecord(provider: SampleProvider, { assets }: World): SampleRecord {
  const served = assets.filter(({ transferAgent, payingAgent, identityProvider }) =>
    [transferAgent, payingAgent, identityProvider].includes(provider),
  );
  const networks = new Set(served.flatMap(({ tokens }) => tokens.map(({ network }) => network.id)));
  return {
    facts: {
      id: provider.id,
      name: provider.name,
      slug: provider.slug,
      description: `${sampleMark} ${provider.name} ${provider.task}.`,
      // Custodians, auditors and administrators are named by no record: the main networks stand for where they work.
      network_ids:
        networks.size > 0 ? [...networks].sort((a, b) => a - b) : [1, 2, 3].slice(0, 1 + (provider.id % 3)),
    },
    figures: noFigures,
  };
}

/** The records of one resource. */
export interface RecordsOf {
  readonly name: ResourceName;
  readonly records: readonly SampleRecord[];
}

/** The records of all networks and firms. */
export function partyRecords(world: World, totals: Totals, today: number): readonly RecordsOf[] {
  const labels = makeLabels(world);
  return [
    {
      name: 'networks',
      records: withTotals(world.networks, totals.networks, (network, total) =>
        networkRecord(network, total, labels, today),
      ),
    },
    {
      name: 'platforms',
      records: withTotals(world.platforms, totals.platforms, (platform, total) =>
        platformRecord(platform, total, labels),
      ),
    },
    { name: 'issuers', records: withTotals(world.issuers, totals.issuers, issuerRecord) },
    { name: 'managers', records: withTotals(world.managers, totals.managers, managerRecord) },
    {
      name: 'service-providers',
      records: world.providers.map((provider) => providerRecord(provider, world)),
    },
  ];
}

function withTotals<Party extends { readonly id: number }, Sum>(
  parties: readonly Party[],
  totals: ReadonlyMap<number, Sum>,
  record: (party: Party, total: Sum) => SampleRecord,
): readonly SampleRecord[] {
  return parties.flatMap((party) => {
    const total = totals.get(party.id);
    return total === undefined ? [] : [record(party, total)];
  });
}

/** Elements in a stats array at most. Assumed: so many make a network as heavy as those of the live service. */
const maxStats = 20;

/** Rule: service notes, "Records": eight metrics in each element of a stats array. Largest first. */
function stats(splits: ReadonlyMap<number, Total>, labels: ReadonlyMap<number, Label>): readonly Json[] {
  return [...splits]
    .sort(([a, first], [b, second]) => sizeOf(second) - sizeOf(first) || a - b)
    .slice(0, maxStats)
    .flatMap(([key, total]): JsonObject[] => {
      const label = labels.get(key);
      if (label === undefined) return [];
      const element: Record<string, Json> = {
        ...label,
        asset_count: total.assets.size,
        description: sampleMark,
      };
      for (const name of total.figures.layout.indexes.keys())
        element[name] = metricObject(total.figures, name);
      return [element];
    });
}

function sizeOf({ figures }: Total): number {
  const value = figure(figures, 'bridged_token_value_dollar', 0);
  return Number.isNaN(value) ? 0 : value;
}

function sortedKeys(splits: ReadonlyMap<number, Total>): readonly number[] {
  return [...splits.keys()].sort((a, b) => a - b);
}
