import { SvelteMap } from 'svelte/reactivity';
import type { EventPayload } from '../../../preload/contract/bridge.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { Bridge } from '../../bridge.ts';
import { holdsId, type ComparedIds } from './ids.ts';
import { RecordState } from '../records/public.ts';

/** The records that stand side by side, each requested on its own. */
export class ComparedState {
  readonly #bridge: Bridge;
  readonly #records = new SvelteMap<string, RecordState>();

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** The record of an identifier; undefined if it is not compared. */
  of(id: string | number): RecordState | undefined {
    return this.#records.get(String(id));
  }

  /** Shows these records: those that are there already stay, those that are not among them go. */
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

  /** Asks again for all of them; with `refresh` the service itself. */
  again({ refresh }: { refresh: boolean }): void {
    for (const record of this.#records.values()) {
      if (refresh) record.refresh();
      else record.again();
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
