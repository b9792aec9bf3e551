import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { ResourceMetadata } from '../../preload/contract/metadata.ts';
import type { Query, Scalar } from '../../preload/contract/query.ts';
import type { PartialRecord } from '../../preload/contract/records.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { ask, type Bridge } from '../bridge.ts';
import type { FoundRecord, RecordLookup } from '../fields/lookup.ts';
import type { ShownField } from '../fields/infer.ts';
import { isResourceName } from '../fields/links.ts';
import { cssColorOf } from '../ui/chart/entityColors.ts';
import { joinedNames, namesOfOptions, namesOfRecords, type Named, type NamesById } from '../fields/named.ts';
import { searchFilter } from '../fields/search.ts';

/** Resources small enough that all their names are at hand. */
const namedResources: readonly ResourceName[] = ['networks', 'platforms'];
const namesOnPage = 1000;
/** Names fetched in one request. */
const namesAtOnce = 100;
const foundAtOnce = 25;

/**
 * What identifiers stand for, on the connection that the window shows: the names of records, and the labels of the
 * options that the service's metadata give. What is not known is shown as its identifier.
 */
export class NamesState implements RecordLookup {
  readonly #bridge: Pick<Bridge, 'describeResource' | 'listRecords'>;
  readonly #connectionId: () => string | null;
  /** By connection and resource, as `#key` makes it. */
  readonly #records = new SvelteMap<string, NamesById>();
  readonly #options = new SvelteMap<string, ReadonlyMap<string, NamesById>>();
  readonly #metadata = new SvelteMap<string, ResourceMetadata>();
  /** Lists that are at hand as a whole. */
  readonly #whole = new SvelteSet<string>();
  /** Identifiers whose names are requested at the end of this turn, and those that were. */
  readonly #wanted = new SvelteMap<ResourceName, SvelteSet<string | number>>();
  readonly #requested = new SvelteSet<string>();
  /** Those of them that have no answer yet. */
  readonly #awaited = new SvelteSet<string>();
  readonly #colorOfNetwork = $derived.by(() => {
    const networks = this.#records.get(this.#key('networks'));
    return new SvelteMap(
      [...(networks ?? [])].map(([id, { name }]) => [name, cssColorOf({ kind: 'network', id })]),
    );
  });

  constructor(bridge: Pick<Bridge, 'describeResource' | 'listRecords'>, connectionId: () => string | null) {
    this.#bridge = bridge;
    this.#connectionId = connectionId;
  }

  /** The metadata of a resource; undefined until main has answered. */
  metadata(resource: ResourceName): ResourceMetadata | undefined {
    return this.#metadata.get(this.#key(resource));
  }

  /** What an identifier in a field of a resource stands for, as far as that is at hand. */
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

  /** What the value of a condition on a field is called, where that is known; asks for it where it is not. */
  called(
    resource: ResourceName,
    field: { name: string; link?: string | undefined },
    value: Scalar,
  ): string | undefined {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    const known = this.of(resource, field, String(value))?.name;
    return known ?? (field.link === undefined ? undefined : this.nameOf(field.link, value));
  }

  /** Whether the identifiers in a field are shown as names. */
  knows(resource: ResourceName, { name, link }: Pick<ShownField, 'name' | 'link'>): boolean {
    return (
      namedResources.some((named) => named === link) ||
      this.#options.get(this.#key(resource))?.has(name) === true
    );
  }

  colorOfNetwork(name: string): string | undefined {
    return this.#colorOfNetwork.get(name);
  }

  /** What a record is called, where that is known; asks for it where it is not. */
  nameOf(resource: string, id: Scalar): string | undefined {
    if (!isResourceName(resource) || id === null || id === '' || typeof id === 'boolean') return undefined;
    const known = this.#records.get(this.#key(resource))?.get(String(id));
    if (known === undefined) {
      // Not in the middle of drawing, and all that are drawn together are requested together.
      queueMicrotask(() => this.#want(resource, id));
    }
    return known?.name;
  }

  /** True while it is asked what a record is called: its identifier tells nobody anything. */
  isAwaited(resource: string | undefined, id: Scalar): boolean {
    return (
      resource !== undefined &&
      isResourceName(resource) &&
      this.#awaited.has(`${this.#key(resource)} ${String(id)}`)
    );
  }

  /** True while it is not known yet what the value of a condition on a field is called, or whether it is called anything. */
  isUnsettled(
    resource: ResourceName,
    { name, link }: { name: string; link?: string | undefined },
    value: Scalar,
  ): boolean {
    if (link !== undefined) return this.isAwaited(link, value);
    return /_ids?$/.test(name) && !this.#options.has(this.#key(resource));
  }

  /** Searches a resource for words in its text fields: 25 records at most, by title. None for an unknown resource. */
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

  /** Reads what names the fields of a resource; what is known already is not requested again. */
  async follow(resource: ResourceName): Promise<void> {
    await Promise.all([this.followMetadata(resource), this.followRecords()]);
  }

  /** Reads the names of records: little, and shown in the first rows. */
  async followRecords(): Promise<void> {
    await Promise.all(namedResources.map((name) => this.#readWhole(name)));
  }

  /** Reads the metadata of a resource: much, and little of it is shown in rows. */
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
    // A name is not worth a request of an hourly budget.
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

  /** Lists records and stores their names. None where they cannot be fetched. */
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

/** The list of a small resource as a whole, which is fetched once for all who need it. */
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
