import { canonicalJson } from '../../preload/contract/json.ts';
import type { Query } from '../../preload/contract/query.ts';
import type { QueryRun } from '../../preload/contract/savedQueries.ts';
import type { Failure } from '../../preload/contract/failures.ts';
import type { Provenance } from '../../preload/contract/provenance.ts';
import type { PartialRecord } from '../../preload/contract/records.ts';
import { perWindow } from '../shell/perWindow.svelte.ts';
import { ask, type Bridge, type WithBridge } from '../bridge.ts';
import { fingerprintOf } from './fingerprint.ts';

type Begun = Pick<QueryRun, 'savedQueryId' | 'connectionId' | 'resource' | 'query'> & {
  readonly shown: Query;
};

/** Equal for the same query and connection, whatever the fields. */
export function listKeyOf({
  connectionId,
  resource,
  query,
}: Pick<QueryRun, 'connectionId' | 'resource' | 'query'>): string {
  return canonicalJson([connectionId, resource, query]);
}

export interface QueriedList {
  readonly request: Pick<QueryRun, 'connectionId' | 'resource' | 'query'> | null;
  readonly key: string | null;
  readonly opening: boolean;
  readonly failure: Failure | null;
  readonly rowCount: number | null;
  readonly provenance: Provenance | undefined;
  readonly sampleOfRecords: readonly PartialRecord[];
  reload(): void;
  cancel(): void;
}

export class RunsState {
  readonly #bridge: Pick<Bridge, 'noteQueryRun'>;
  #begun = $state.raw<(Begun & { readonly at: number; readonly key: string }) | null>(null);
  #isRequested = false;

  constructor(bridge: Pick<Bridge, 'noteQueryRun'>) {
    this.#bridge = bridge;
  }

  begin(run: Begun): void {
    this.canceled();
    this.#begun = { ...run, at: Date.now(), key: listKeyOf({ ...run, query: run.shown }) };
  }

  canceled(): void {
    this.#end({ outcome: 'canceled', count: null, source: null, fingerprint: null });
  }

  /** Call it on each change of the list. A run ends with its answer, or with another request. */
  follow({ request, key, opening, failure, rowCount, provenance, sampleOfRecords }: QueriedList): void {
    const run = this.#begun;
    if (run === null || request === null) return;
    if (listKeyOf(request) !== run.key) {
      if (this.#isRequested) this.canceled();
      return;
    }
    this.#isRequested = true;
    if (opening) return;
    if (failure !== null) {
      const message = failure.detail ?? failure.message;
      this.#end({ outcome: 'failed', count: null, source: null, fingerprint: null, message });
    } else if (rowCount !== null && key === run.key) {
      this.#end({
        outcome: 'done',
        count: rowCount,
        source: provenance?.source ?? null,
        fingerprint: fingerprintOf(sampleOfRecords, run.query.sort),
      });
    }
  }

  #end(ended: Pick<QueryRun, 'outcome' | 'count' | 'source' | 'fingerprint' | 'message'>): void {
    const run = this.#begun;
    this.#begun = null;
    this.#isRequested = false;
    if (run === null) return;
    const { at, query, savedQueryId, connectionId, resource } = run;
    const done: QueryRun = {
      ...{ savedQueryId, connectionId, resource },
      query: structuredClone(query),
      id: crypto.randomUUID(),
      target: 'list',
      at,
      durationMs: Math.max(0, Date.now() - at),
      ...ended,
    };
    // A run that cannot be stored must not interrupt the user.
    void ask(() => this.#bridge.noteQueryRun(done));
  }
}

export const runsOf = perWindow(({ bridge }: WithBridge) => new RunsState(bridge));
