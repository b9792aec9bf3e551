import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { ResourceMetadata } from '../../preload/contract/metadata.ts';
import type { Query, Scalar } from '../../preload/contract/query.ts';
import type { PartialRecord } from '../../preload/contract/records.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { ask, type Bridge } from '../bridge.ts';
import type { FoundRecord, RecordLookup } from '../fields/lookup.ts';
import type { ShownField } from '../fields/infer.ts';
import { isResourceName, type RecordLink } from '../fields/links.ts';
import { cssColorOf } from '../ui/chart/entityColors.ts';
import { joinedNames, namesOfOptions, namesOfRecords, type Named, type NamesById } from '../fields/named.ts';
import { searchFilter } from '../fields/search.ts';
import { titleOfRecord } from '../fields/title.ts';

/** Small resources, cached as a whole. */
const namedResources: readonly ResourceName[] = ['networks', 'platforms'];
const namesOnPage = 1000;
/** Per request. */
const namesAtOnce = 100;
const foundAtOnce = 25;

type NamesBridge = Pick<Bridge, 'describeResource' | 'getRecord' | 'listRecords'>;

/** Names of records and labels of options on the current connection. Unknown ids are shown as such. */
export class NamesState implements RecordLookup {
  readonly #bridge: NamesBridge;
  readonly #connectionId: () => string | null;
  readonly #records = new SvelteMap<string, NamesById>();
  readonly #options = new SvelteMap<string, ReadonlyMap<string, NamesById>>();
  readonly #metadata = new SvelteMap<string, ResourceMetadata>();
  readonly #whole = new SvelteSet<string>();
  /** Ids to request at the end of this turn, and earlier ones. */
  readonly #wanted = new SvelteMap<ResourceName, SvelteSet<string | number>>();
  readonly #requested = new SvelteSet<string>();
  /** Titles of records, by their `#key` and id; null if none is cached. */
  readonly #titles = new SvelteMap<string, string | null>();
  /** Requested and not yet answered. */
  readonly #awaited = new SvelteSet<string>();
  readonly #colorOfNetwork = $derived.by(() => {
    const networks = this.#records.get(this.#key('networks'));
    return new SvelteMap(
      [...(networks ?? [])].map(([id, { name }]) => [name, cssColorOf({ kind: 'network', id })]),
    );
  });

  constructor(bridge: NamesBridge, connectionId: () => string | null) {
    this.#bridge = bridge;
    this.#connectionId = connectionId;
  }

  metadata(resource: ResourceName): ResourceMetadata | undefined {
    return this.#metadata.get(this.#key(resource));
  }

  of(
    resource: ResourceName,
    field: { name: string; link?: string | undefined },
    id: string,
  ): Named | undefined {
    const { link } = field;
    const records =
      link !== undefined && isResourceName(link) ? this.#records.get(this.#key(link)) : undefined;
    return records?.get(id) ?? this.#options.get(this.#key(resource))?.get(field.name)?.get(id);
  }

  called(
    resource: ResourceName,
    field: { name: string; link?: string | undefined },
    value: Scalar,
  ): string | undefined {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    const known = this.of(resource, field, String(value))?.name;
    return known ?? (field.link === undefined ? undefined : this.nameOf(field.link, value));
  }

  knows(resource: ResourceName, { name, link }: Pick<ShownField, 'name' | 'link'>): boolean {
    return (
      namedResources.some((named) => named === link) ||
      this.#options.get(this.#key(resource))?.has(name) === true
    );
  }

  colorOfNetwork(name: string): string | undefined {
    return this.#colorOfNetwork.get(name);
  }

  nameOf(resource: string, id: Scalar): string | undefined {
    if (!isResourceName(resource) || id === null || id === '' || typeof id === 'boolean') return undefined;
    const known = this.#records.get(this.#key(resource))?.get(String(id));
    if (known === undefined) {
      // Not while drawing; batches the requests.
      queueMicrotask(() => this.#want(resource, id));
    }
    return known?.name;
  }

  /** Cached or loaded; until then kind and identifier. Sends no requests. */
  titleOf(link: RecordLink): string {
    const key = `${this.#key(link.resource)} ${String(link.id)}`;
    const title = this.#titles.get(key);
    // Not while drawing.
    if (title === undefined) queueMicrotask(() => void this.#readTitle(link, key));
    const name = this.#records.get(this.#key(link.resource))?.get(String(link.id))?.name;
    return title ?? name ?? titleOfRecord(link, null);
  }

  /** The title of a record that was loaded. */
  learn(link: RecordLink, record: PartialRecord): void {
    this.#titles.set(`${this.#key(link.resource)} ${String(link.id)}`, titleOfRecord(link, record));
  }

  async #readTitle(link: RecordLink, key: string): Promise<void> {
    const connectionId = this.#connectionId();
    if (connectionId === null || this.#titles.has(key)) return;
    this.#titles.set(key, null);
    const result = await ask(() => this.#bridge.getRecord({ connectionId, ...link, cachedOnly: true }));
    if (result.ok) this.#titles.set(key, titleOfRecord(link, result.value.record));
  }

  isAwaited(resource: string | undefined, id: Scalar): boolean {
    return (
      resource !== undefined &&
      isResourceName(resource) &&
      this.#awaited.has(`${this.#key(resource)} ${String(id)}`)
    );
  }

  /** True until it is known whether the value has a name. */
  isUnsettled(
    resource: ResourceName,
    { name, link }: { name: string; link?: string | undefined },
    value: Scalar,
  ): boolean {
    if (link !== undefined) return this.isAwaited(link, value);
    return /_ids?$/.test(name) && !this.#options.has(this.#key(resource));
  }

  /** Up to 25 records by title; none for an unknown resource. */
  async find(resource: string, words: string): Promise<readonly FoundRecord[]> {
    if (!isResourceName(resource)) return [];
    const filter = searchFilter(resources[resource], words);
    const records = await this.#list(resource, {
      ...(filter === undefined ? {} : { filter }),
      sort: { field: resources[resource].titleField, direction: 'asc' },
      pagination: { page: 1, perPage: foundAtOnce },
    });
    return records.map((record) => ({
      id: record.id,
      name: this.#records.get(this.#key(resource))?.get(String(record.id))?.name ?? String(record.id),
      hint: hintOf(record),
    }));
  }

  /** Loads once per resource. */
  async follow(resource: ResourceName): Promise<void> {
    await Promise.all([this.followMetadata(resource), this.followRecords()]);
  }

  /** Loaded with the first rows, since they are small. */
  async followRecords(): Promise<void> {
    await Promise.all(namedResources.map((name) => this.#readWhole(name)));
  }

  /** Loaded on demand: large, and rarely shown in rows. */
  async followMetadata(resource: ResourceName): Promise<void> {
    const connectionId = this.#connectionId();
    const key = this.#key(resource);
    if (connectionId === null || this.#metadata.has(key)) return;
    const result = await ask(() => this.#bridge.describeResource({ connectionId, resource }));
    if (result.ok) this.#metadata.set(key, result.value);
    this.#options.set(key, namesOfOptions(result.ok ? result.value : { fields: [] }));
  }

  async #readWhole(resource: ResourceName): Promise<void> {
    const key = this.#key(resource);
    if (this.#whole.has(key)) return;
    const records = await this.#list(resource, wholeList(resource));
    if (records.length > 0) this.#whole.add(key);
  }

  #want(resource: ResourceName, id: string | number): void {
    const key = `${this.#key(resource)} ${String(id)}`;
    // Limited requests are not spent on names.
    if (resource === 'transactions' || this.#requested.has(key)) return;
    this.#requested.add(key);
    this.#awaited.add(key);
    if (this.#wanted.size === 0) queueMicrotask(() => void this.#requestWanted());
    const wanted = this.#wanted.get(resource) ?? new SvelteSet();
    this.#wanted.set(resource, wanted.add(id));
  }

  async #requestWanted(): Promise<void> {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    for (const [resource, all] of wanted) {
      const ids = [...all];
      for (let from = 0; from < ids.length; from += namesAtOnce) {
        const some = ids.slice(from, from + namesAtOnce);
        await this.#list(resource, {
          filter:
            some.length === 1
              ? { operator: 'equals', field: 'id', value: some[0] ?? null }
              : { operator: 'in', field: 'id', value: some },
          pagination: { page: 1, perPage: some.length },
        });
        for (const id of some) this.#awaited.delete(`${this.#key(resource)} ${String(id)}`);
      }
    }
  }

  /** Returns none after a failure. */
  async #list(resource: ResourceName, query: Query): Promise<readonly PartialRecord[]> {
    const connectionId = this.#connectionId();
    if (connectionId === null || resource === 'transactions') return [];
    const key = this.#key(resource);
    const { titleField } = resources[resource];
    const fields = [titleField, 'id', 'slug', 'ticker'];
    const result = await ask(() =>
      this.#bridge.listRecords({ connectionId, resource, query, fields, plain: true }),
    );
    if (!result.ok) return [];
    const { records } = result.value;
    this.#records.set(key, joinedNames(this.#records.get(key), namesOfRecords(records, titleField)));
    return records;
  }

  #key(resource: ResourceName): string {
    return `${this.#connectionId() ?? ''} ${resource}`;
  }
}

/** Its query is the same for all users, so it is fetched once. */
export function wholeList(resource: ResourceName): Query {
  return {
    sort: { field: resources[resource].titleField, direction: 'asc' },
    pagination: { page: 1, perPage: namesOnPage },
  };
}

function hintOf(record: PartialRecord): string {
  const ticker = record['ticker'];
  return typeof ticker === 'string' && ticker !== '' ? ticker : String(record.id);
}
