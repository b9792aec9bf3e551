import type { CallValue, EventPayload } from '../../../preload/contract/bridge.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import type { Resource } from '../../../preload/contract/resources/types.ts';
import type { RecordLink } from '../../fields/links.ts';
import type { Bridge, WithBridge } from '../../bridge.ts';
import { LatestRequest } from '../../shell/request.svelte.ts';
import { perWindow } from '../../shell/perWindow.svelte.ts';

type RecordAnswer = CallValue<'getRecord'>;

export class RecordState {
  readonly #bridge: Bridge;
  readonly #answer: LatestRequest<RecordAnswer>;
  #connectionId = $state.raw<string | null>(null);
  #link = $state.raw<RecordLink | null>(null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.#answer = new LatestRequest(bridge);
  }

  get answer(): LatestRequest<RecordAnswer> {
    return this.#answer;
  }

  get link(): RecordLink | null {
    return this.#link;
  }

  get target(): { readonly connectionId: string; readonly link: RecordLink } | null {
    const connectionId = this.#connectionId;
    return this.#link === null || connectionId === null ? null : { connectionId, link: this.#link };
  }

  shows(connectionId: string, link: RecordLink): boolean {
    return (
      this.#connectionId === connectionId &&
      this.#link?.resource === link.resource &&
      String(this.#link.id) === String(link.id)
    );
  }

  load(connectionId: string, link: RecordLink, options: { refresh?: boolean } = {}): void {
    this.#connectionId = connectionId;
    this.#link = link;
    void this.#answer.run([connectionId, link.resource, String(link.id)], (ticket) =>
      this.#bridge.getRecord({ connectionId, ...link, refresh: options.refresh ?? false, ticket }),
    );
  }

  refresh(): void {
    if (this.#connectionId !== null && this.#link !== null) {
      this.load(this.#connectionId, this.#link, { refresh: true });
    }
  }

  reload(): void {
    if (this.#connectionId !== null && this.#link !== null) this.load(this.#connectionId, this.#link);
  }

  refreshed({ connectionId, resource, key }: EventPayload<'refreshed'>): void {
    const link = this.#link;
    if (this.#connectionId !== connectionId || link?.resource !== resource) return;
    if (String(link.id) === key && !this.#answer.pending) this.reload();
  }

  close(): void {
    this.#answer.cancel();
    this.#link = null;
    this.#connectionId = null;
  }
}

export const openRecordOf = perWindow(({ bridge }: WithBridge) => new RecordState(bridge));

export interface ShownRecord {
  readonly connectionId: string;
  readonly link: RecordLink;
  readonly resource: Resource;
  readonly record: ResourceRecord;
  /** Milliseconds since 1970 UTC; null if unknown. */
  readonly fetchedAt: number | null;
}
