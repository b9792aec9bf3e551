import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Query, Scalar } from '../../preload/contract/query.ts';
import { isResourceName } from '../fields/links.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { ask, type Bridge } from '../bridge.ts';
import type { FoundRecord, RecordLookup } from '../components/builder/lookup.ts';
import { searchFilter } from '../fields/search.ts';

/** Records found by their names, and the names of records, for the values of conditions. */
export class RecordNames implements RecordLookup {
  readonly #bridge: Bridge;
  readonly #connectionId: () => string | null;
  readonly #names = new SvelteMap<string, string>();
  readonly #asked = new SvelteSet<string>();

  constructor(bridge: Bridge, connectionId: () => string | null) {
    this.#bridge = bridge;
    this.#connectionId = connectionId;
  }

  async find(resource: string, words: string): Promise<readonly FoundRecord[]> {
    if (!isResourceName(resource)) return [];
    const filter = searchFilter(resources[resource], words);
    const { titleField } = resources[resource];
    const records = await this.#list(resource, {
      ...(filter === undefined ? {} : { filter }),
      sort: { field: titleField, direction: 'asc' },
      pagination: { page: 1, perPage: 25 },
    });
    return records.map((record) => {
      const name = this.#keep(resource, record);
      return { id: record.id, name: name ?? String(record.id), hint: hintOf(record) };
    });
  }

  nameOf(resource: string, id: Scalar): string | undefined {
    if (!isResourceName(resource) || id === null || id === '' || typeof id === 'boolean') return undefined;
    const key = this.#key(resource, id);
    const known = this.#names.get(key);
    if (known === undefined) queueMicrotask(() => void this.#ask(resource, id, key));
    return known;
  }

  async #ask(resource: ResourceName, id: string | number, key: string): Promise<void> {
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    const records = await this.#list(resource, {
      filter: { operator: 'equals', field: 'id', value: id },
      pagination: { page: 1, perPage: 1 },
    });
    for (const record of records) this.#keep(resource, record);
  }

  async #list(resource: ResourceName, query: Query): Promise<readonly ResourceRecord[]> {
    const connectionId = this.#connectionId();
    // A name is not worth a request of an hourly budget.
    if (connectionId === null || resource === 'transactions') return [];
    const { titleField } = resources[resource];
    const result = await ask(() =>
      this.#bridge.listRecords({
        connectionId,
        resource,
        query,
        fields: [titleField, 'id', 'slug', 'ticker'],
      }),
    );
    return result.ok ? result.value.records : [];
  }

  #keep(resource: ResourceName, record: ResourceRecord): string | undefined {
    const name = record[resources[resource].titleField];
    if (typeof name !== 'string' || name === '') return undefined;
    this.#names.set(this.#key(resource, record.id), name);
    return name;
  }

  #key(resource: ResourceName, id: string | number): string {
    return `${this.#connectionId() ?? ''} ${resource} ${String(id)}`;
  }
}

function hintOf(record: ResourceRecord): string {
  const ticker = record['ticker'];
  return typeof ticker === 'string' && ticker !== '' ? ticker : String(record.id);
}
