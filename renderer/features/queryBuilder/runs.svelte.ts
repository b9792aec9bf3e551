import type { QueryRun } from '../../../preload/contract/savedQueries.ts';
import { fingerprintOf } from './query/fingerprint.ts';
import type { AppState } from '../../app/app.svelte.ts';
import { outcomeOf } from '../../app/listOutcome.ts';

type Begun = Pick<QueryRun, 'savedQueryId' | 'connectionId' | 'resource' | 'query'>;

/** Follows a run from its beginning to the answer, and writes down how it went. */
export class RunsState {
  readonly #app: Pick<AppState, 'list' | 'savedQueries'>;
  #begun: (Begun & { readonly at: number }) | null = null;
  /** True once the list has begun to ask on behalf of the run. */
  #isRequested = false;

  constructor(app: Pick<AppState, 'list' | 'savedQueries'>) {
    this.#app = app;
  }

  begin(run: Begun): void {
    this.#begun = { ...run, at: Date.now() };
    this.#isRequested = false;
  }

  cancelled(): void {
    this.#end({ outcome: 'cancelled', count: null, source: null, fingerprint: null });
  }

  /** To be called when the list's state changes: the run ends with the answer to its request. */
  follow(): void {
    const { pending, failure, count, source, records } = outcomeOf(this.#app.list);
    const { request } = this.#app.list;
    const run = this.#begun;
    if (run === null) return;
    if (pending) {
      this.#isRequested = request?.resource === run.resource;
      return;
    }
    if (!this.#isRequested) return;
    if (failure !== null) {
      const message = failure.detail ?? failure.message;
      this.#end({ outcome: 'failed', count: null, source: null, fingerprint: null, message });
    } else if (count !== null) {
      this.#end({
        outcome: 'done',
        count,
        source,
        fingerprint: fingerprintOf(records, run.query.sort),
      });
    }
  }

  #end(ended: Pick<QueryRun, 'outcome' | 'count' | 'source' | 'fingerprint' | 'message'>): void {
    const run = this.#begun;
    this.#begun = null;
    this.#isRequested = false;
    if (run === null) return;
    const { at, query, ...begun } = run;
    void this.#app.savedQueries.noteRun({
      ...begun,
      query: structuredClone(query),
      id: crypto.randomUUID(),
      target: 'list',
      at,
      durationMs: Math.max(0, Date.now() - at),
      ...ended,
    });
  }
}
