import { ok } from '../../preload/contract/failures.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import type { Provenance } from '../../preload/contract/provenance.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import type { AppState } from '../shell/app.svelte.ts';
import { type BrowseLocation, queryOf } from '../shell/location.ts';
import { perWindow } from '../shell/perWindow.svelte.ts';
import { LatestRequest } from '../shell/request.svelte.ts';
import type { QueryEditor } from './queryEditor.svelte.ts';
import { runsOf, type QueriedList } from './runs.svelte.ts';

interface Matching {
  readonly count: number;
  readonly provenance: Provenance;
}

export class QueryRunner {
  readonly #app: AppState;
  readonly #connectionId: string;
  readonly #resource: ResourceName;
  readonly #counted: LatestRequest<Matching>;

  constructor(app: AppState, connectionId: string, resource: ResourceName) {
    this.#app = app;
    this.#connectionId = connectionId;
    this.#resource = resource;
    this.#counted = new LatestRequest(app.bridge);
  }

  run(editor: QueryEditor, list: QueriedList): void {
    const { navigation, session } = this.#app;
    const { location } = navigation;
    if (location.view !== 'browse') return;
    const query = editor.resolved({ now: Date.now(), parameters: editor.answers });
    const { filter, sort } = query;
    const next: BrowseLocation = { ...location, query: { filter, sort }, row: 0, search: '' };
    const shown = queryOf(next);
    runsOf(this.#app).begin({
      savedQueryId: editor.opened?.id ?? null,
      connectionId: this.#connectionId,
      resource: this.#resource,
      query,
      shown,
    });
    const perPage = query.pagination?.perPage;
    if (perPage !== undefined && perPage <= 1000 && perPage !== session.current?.settings.perPage) {
      void session.set({ perPage });
    }
    editor.ran(shown);
    // Running the same query again reloads it.
    if (canonicalJson(shown) === canonicalJson(queryOf(location))) list.reload();
    else navigation.change(next);
  }

  cancel(list: QueriedList): void {
    list.cancel();
    runsOf(this.#app).canceled();
  }

  /** Requests a single record. */
  async count(editor: QueryEditor): Promise<void> {
    const { filter } = editor.resolved({ now: Date.now(), parameters: editor.answers });
    await this.#counted.run(questionOf(editor), async (ticket) => {
      const answer = await this.#app.bridge.listRecords({
        connectionId: this.#connectionId,
        resource: this.#resource,
        query: { ...(filter === undefined ? {} : { filter }), pagination: { page: 1, perPage: 1 } },
        fields: ['id'],
        ticket,
      });
      if (!answer.ok) return answer;
      const { pagination, provenance } = answer.value;
      return ok({ count: pagination.resultCount, provenance });
    });
  }

  /** Empty unless counted for the current filter. */
  matching(editor: QueryEditor): ReturnType<LatestRequest<Matching>['to']> {
    return this.#counted.to(questionOf(editor));
  }
}

function questionOf({ query, parameters, answers }: QueryEditor): unknown {
  return [query.filter ?? null, parameters.map((name) => answers[name] ?? null)];
}

export const queryRunnerOf = perWindow(
  (app: AppState, connectionId: string, resource: ResourceName) =>
    new QueryRunner(app, connectionId, resource),
);
