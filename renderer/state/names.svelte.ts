import { SvelteMap } from 'svelte/reactivity';
import type { ResourceMetadata } from '../../preload/contract/metadata.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import { ask, type Bridge } from '../bridge.ts';
import type { ShownField } from '../fields/infer.ts';
import { isResourceName } from '../fields/links.ts';
import { colorsByName, namesOfOptions, namesOfRecords, type Named, type NamesById } from '../fields/named.ts';

/** Resources small enough that all their names are at hand. */
const namedResources: readonly ResourceName[] = ['networks', 'platforms'];
const namesOnPage = 1000;

/**
 * Names and colours for identifiers: from the records that a field points to, else from the options that the service's metadata
 * give for it. What is not known is shown as its identifier.
 */
export class NamesState {
  readonly #bridge: Bridge;
  #connectionId: string | null = null;
  readonly #records = new SvelteMap<ResourceName, NamesById>();
  readonly #options = new SvelteMap<ResourceName, ReadonlyMap<string, NamesById>>();
  readonly #metadata = new SvelteMap<ResourceName, ResourceMetadata>();
  readonly #colorOfNetwork = $derived.by(() => {
    const networks = this.#records.get('networks');
    return networks === undefined ? undefined : colorsByName(networks);
  });

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** What may be asked of a resource; undefined until main has told. */
  metadata(resource: ResourceName): ResourceMetadata | undefined {
    return this.#metadata.get(resource);
  }

  /** What an identifier in a field of a resource stands for. */
  of(resource: ResourceName, field: Pick<ShownField, 'name' | 'link'>, id: string): Named | undefined {
    const { link } = field;
    const records = link !== undefined && isResourceName(link) ? this.#records.get(link) : undefined;
    return records?.get(id) ?? this.#options.get(resource)?.get(field.name)?.get(id);
  }

  /** Whether the identifiers in a field are shown as names. */
  knows(resource: ResourceName, { name, link }: Pick<ShownField, 'name' | 'link'>): boolean {
    return namedResources.some((named) => named === link) || this.#options.get(resource)?.has(name) === true;
  }

  colorOfNetwork(name: string): string | undefined {
    return this.#colorOfNetwork?.get(name);
  }

  /** Reads what names the fields of a resource; what is known already is not asked for again. */
  async follow(connectionId: string, resource: ResourceName): Promise<void> {
    if (this.#connectionId !== connectionId) {
      this.#connectionId = connectionId;
      this.#records.clear();
      this.#options.clear();
      this.#metadata.clear();
    }
    await Promise.all([
      this.#readMetadata(connectionId, resource),
      ...namedResources.map((name) => this.#readRecords(connectionId, name)),
    ]);
  }

  async #readMetadata(connectionId: string, resource: ResourceName): Promise<void> {
    if (this.#metadata.has(resource)) return;
    const result = await ask(() => this.#bridge.describeResource({ connectionId, resource }));
    if (!result.ok || this.#connectionId !== connectionId) return;
    this.#metadata.set(resource, result.value);
    this.#options.set(resource, namesOfOptions(result.value));
  }

  async #readRecords(connectionId: string, resource: ResourceName): Promise<void> {
    if (this.#records.has(resource)) return;
    const result = await ask(() =>
      this.#bridge.listRecords({
        connectionId,
        resource,
        query: { sort: { field: 'name', direction: 'asc' }, pagination: { page: 1, perPage: namesOnPage } },
        fields: ['id', 'name', 'color_hex'],
      }),
    );
    if (!result.ok || this.#connectionId !== connectionId) return;
    this.#records.set(resource, namesOfRecords(result.value.records));
  }
}
