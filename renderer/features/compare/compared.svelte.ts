import { SvelteMap } from 'svelte/reactivity';
import type { EventPayload } from '../../../preload/contract/bridge.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { Bridge } from '../../bridge.ts';
import { holdsId, type ComparedIds } from './ids.ts';
import { RecordState } from '../records/public.ts';

export class ComparedState {
  readonly #bridge: Bridge;
  readonly #records = new SvelteMap<string, RecordState>();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  of(id: string | number): RecordState | undefined {
    return this.#records.get(String(id));
  }

  /** Keeps the state of records that stay. */
  show(connectionId: string, resource: ResourceName, ids: ComparedIds): void {
    for (const [key, record] of this.#records) {
      if (holdsId(ids, key)) continue;
      record.close();
      this.#records.delete(key);
    }
    for (const id of ids) {
      const record = this.of(id) ?? new RecordState(this.#bridge);
      this.#records.set(String(id), record);
      if (!record.shows(connectionId, { resource, id })) record.load(connectionId, { resource, id });
    }
  }

  reload({ refresh }: { refresh: boolean }): void {
    for (const record of this.#records.values()) {
      if (refresh) record.refresh();
      else record.reload();
    }
  }

  refreshed(what: EventPayload<'refreshed'>): void {
    for (const record of this.#records.values()) record.refreshed(what);
  }

  close(): void {
    for (const record of this.#records.values()) record.close();
    this.#records.clear();
  }
}
