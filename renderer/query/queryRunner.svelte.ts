import type { Failure } from '../../preload/contract/failures.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import type { Provenance } from '../../preload/contract/provenance.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import { ask } from '../bridge.ts';
import type { AppState } from '../shell/app.svelte.ts';
import type { BrowseLocation } from '../shell/location.ts';
import { queryOf } from '../shell/location.ts';
import type { QueryEditor } from './queryEditor.svelte.ts';
import { runsOf, type QueriedList } from './runs.svelte.ts';

/** How many records match a filter, and who has counted them. */
export interface Matching {
  readonly count: number;
  readonly provenance: Provenance;
}

/** Runs the edited query of a resource: shows its result in the browser, counts what matches, and notes how it went. */
export class QueryRunner {
  readonly #app: AppState;
  readonly #list: QueriedList;
  readonly #resource: ResourceName;
  readonly #connectionId: string;
  #counted = $state.raw<(Matching & { readonly key: string }) | null>(null);
  counting = $state(false);
  countFailure = $state.raw<Failure | null>(null);

  constructor(app: AppState, list: QueriedList, resource: ResourceName, connectionId: string) {
    this.#app = app;
    this.#list = list;
    this.#resource = resource;
    this.#connectionId = connectionId;
  }

  /** True while the result is awaited. */
  get running(): boolean {
    return this.#list.opening;
  }

  /** Shows the result of the query in the browser, with what is asked for filled in. */
  run(editor: QueryEditor): void {
    const { navigation, session } = this.#app;
    const query = editor.resolved({ now: Date.now(), parameters: editor.answers });
    const { filter, sort } = query;
    runsOf(this.#app).begin({
      savedQueryId: editor.opened?.id ?? null,
      connectionId: this.#connectionId,
      resource: this.#resource,
      query,
    });
    const perPage = query.pagination?.perPage;
    if (perPage !== undefined && perPage <= 1000 && perPage !== session.current?.settings.perPage) {
      void session.set({ perPage });
    }
    const { location } = navigation;
    if (location.view !== 'browse') return;
    const next: BrowseLocation = { ...location, query: { filter, sort }, row: 0, search: '' };
    editor.ran(queryOf(next));
    // The same place again means: ask again, since the user has pressed Run.
    if (canonicalJson(queryOf(next)) === canonicalJson(queryOf(location))) this.#list.again();
    else navigation.change(next);
  }

  cancel(): void {
    this.#list.cancel();
    runsOf(this.#app).cancelled();
  }

  /** Asks how many records match, and for one of them only. */
  async count(editor: QueryEditor): Promise<void> {
    const query = editor.resolved({ now: Date.now(), parameters: editor.answers });
    const key = canonicalJson(editor.query.filter ?? null);
    this.counting = true;
    this.countFailure = null;
    const result = await ask(() =>
      this.#app.bridge.listRecords({
        connectionId: this.#connectionId,
        resource: this.#resource,
        query: {
          ...(query.filter === undefined ? {} : { filter: query.filter }),
          pagination: { page: 1, perPage: 1 },
        },
        fields: ['id'],
      }),
    );
    this.counting = false;
    if (result.ok) {
      const { pagination, provenance } = result.value;
      this.#counted = { key, count: pagination.resultCount, provenance };
    } else this.countFailure = result.failure;
  }

  /** How many match, where that was counted for just this filter. */
  matching(editor: QueryEditor): Matching | null {
    const key = canonicalJson(editor.query.filter ?? null);
    return this.#counted?.key === key ? this.#counted : null;
  }
}
