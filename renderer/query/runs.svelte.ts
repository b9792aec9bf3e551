import type { QueryRun } from '../../preload/contract/savedQueries.ts';
import type { Failure } from '../../preload/contract/failures.ts';
import type { Provenance } from '../../preload/contract/provenance.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import { perWindow } from '../shell/perWindow.svelte.ts';
import { ask, type Bridge, type WithBridge } from '../bridge.ts';
import { fingerprintOf } from './fingerprint.ts';

type Begun = Pick<QueryRun, 'savedQueryId' | 'connectionId' | 'resource' | 'query'>;

/** The list of the browser, as far as the query behind it is concerned. */
export interface QueriedList {
  readonly request: Pick<QueryRun, 'resource'> | null;
  /** True while the first rows are awaited. */
  readonly opening: boolean;
  readonly failure: Failure | null;
  /** Records that match; null before the answer. */
  readonly rowCount: number | null;
  readonly provenance: Provenance | undefined;
  /** The first records. */
  readonly sampleOfRecords: readonly ResourceRecord[];
  again(): void;
  cancel(): void;
}

/** Follows a run from its beginning to the answer, and writes down how it went. */
export class RunsState {
  readonly #bridge: Pick<Bridge, 'noteQueryRun'>;
  #begun: (Begun & { readonly at: number }) | null = null;
  /** True once the list has begun to ask on behalf of the run. */
  #isRequested = false;

  constructor(bridge: Pick<Bridge, 'noteQueryRun'>) {
    this.#bridge = bridge;
  }

  begin(run: Begun): void {
    this.#begun = { ...run, at: Date.now() };
    this.#isRequested = false;
  }

  cancelled(): void {
    this.#end({ outcome: 'cancelled', count: null, source: null, fingerprint: null });
  }

  /** To be called when the list's state changes: the run ends with the answer to its request. */
  follow({ request, opening, failure, rowCount, provenance, sampleOfRecords }: QueriedList): void {
    const run = this.#begun;
    if (run === null) return;
    if (opening) {
      this.#isRequested = request?.resource === run.resource;
      return;
    }
    if (!this.#isRequested) return;
    if (failure !== null) {
      const message = failure.detail ?? failure.message;
      this.#end({ outcome: 'failed', count: null, source: null, fingerprint: null, message });
    } else if (rowCount !== null) {
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
    const { at, query, ...begun } = run;
    const done: QueryRun = {
      ...begun,
      query: structuredClone(query),
      id: crypto.randomUUID(),
      target: 'list',
      at,
      durationMs: Math.max(0, Date.now() - at),
      ...ended,
    };
    // A run that could not be stored is no reason to interrupt who reads its result.
    void ask(() => this.#bridge.noteQueryRun(done));
  }
}

export const runsOf = perWindow(({ bridge }: WithBridge) => new RunsState(bridge));
