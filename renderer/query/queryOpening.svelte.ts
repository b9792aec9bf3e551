import type { Query } from '../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import type { QueryRun, SavedQuery } from '../../preload/contract/savedQueries.ts';
import type { TotalsDefinition } from '../../preload/contract/totals.ts';
import type { DisabledFilter } from './draft.ts';
import { answerColumns, type Starter } from './starters.ts';
import { isTemplate, parametersOf, resolveQuery, withIds } from './templates.ts';
import { builderFields, type BuilderField } from './fields.ts';
import { ask } from '../bridge.ts';
import type { AppState } from '../shell/app.svelte.ts';
import { browse, queryOf, type BrowseLocation, type Location } from '../shell/location.ts';
import type { OpenedQuery } from './queryEditor.svelte.ts';
import { queriesOf } from './queries.ts';
import { runsOf } from './runs.svelte.ts';
import { perWindow } from '../shell/perWindow.svelte.ts';

interface Opening {
  readonly resource: ResourceName;
  readonly target: SavedQuery['target'];
  readonly query: Query;
  readonly off: readonly DisabledFilter[];
  readonly columns: readonly string[];
  readonly opened: OpenedQuery | null;
  readonly chart?: SavedQuery['chart'];
  readonly totals?: TotalsDefinition | undefined;
  readonly pinned?: number | undefined;
  readonly widths?: SavedQuery['widths'];
}

interface ValueRequest {
  readonly names: readonly string[];
  readonly query: Query;
  readonly fields: readonly BuilderField[];
  readonly answers: Readonly<Record<string, string>>;
  readonly opening: Opening;
}

class QueryOpening {
  readonly #app: AppState;
  valueRequest = $state.raw<ValueRequest | null>(null);

  constructor(app: AppState) {
    this.#app = app;
  }

  openSaved(saved: SavedQuery): Promise<void> {
    const { id, name, parameters } = saved;
    const proposals = Object.fromEntries(parameters.map((one) => [one.name, one.proposal]));
    const opening = { ...saved, opened: { id, name } };
    if (!saved.keepsFilter || saved.target !== 'list') return this.#begin(opening, proposals);
    this.#arrange(opening);
    return Promise.resolve();
  }

  openStarter(starter: Starter): Promise<void> {
    const { resource, target, query, location, chart, totals } = starter;
    if (location !== undefined) {
      this.#enter(location);
      return Promise.resolve();
    }
    const columns = this.#app.columns.with(resource, answerColumns(starter));
    return this.#begin({ resource, target, query, off: [], columns, chart, totals, opened: null }, {});
  }

  openRun({ resource, target, query }: Pick<QueryRun, 'resource' | 'target' | 'query'>): Promise<void> {
    return this.#begin({ resource, target, query, off: [], columns: [], opened: null }, {});
  }

  /** Restores the parameters, such as `{{Platform}}`, in a location. */
  asTemplate(location: Location): Location {
    if (location.view !== 'browse') return location;
    const { query, isUnrun } = queriesOf(this.#app).of(location.resource);
    const { filter, sort } = query;
    if (isUnrun || !isTemplate(query)) return location;
    return { ...location, query: { filter, sort }, recordId: undefined, row: undefined };
  }

  askFor(location: Location): void {
    if (location.view !== 'browse') return;
    const { resource } = location;
    const query = queryOf(location);
    if (parametersOf(query).length > 0) void this.openRun({ resource, target: 'list', query });
  }

  answer(answers: Readonly<Record<string, string>>): void {
    const { valueRequest } = this;
    this.valueRequest = null;
    if (valueRequest !== null) this.#run(valueRequest.opening, valueRequest.fields, answers);
  }

  async #begin(started: Opening, proposals: Readonly<Record<string, string>>): Promise<void> {
    const fields = await this.#fieldsOf(started);
    const opening = { ...started, query: withIds(started.query, fields) };
    const names = parametersOf(opening.query);
    const answers = { ...proposals, ...this.#lastAnswers(opening) };
    if (names.length > 0) this.valueRequest = { names, query: opening.query, fields, answers, opening };
    else this.#run(opening, fields, {});
  }

  #lastAnswers({ resource, opened }: Opening): Readonly<Record<string, string>> {
    const editor = queriesOf(this.#app).of(resource);
    return opened !== null && editor.opened?.id === opened.id ? editor.answers : {};
  }

  async #fieldsOf({ resource, target }: Opening): Promise<readonly BuilderField[]> {
    const { connection } = this.#app.session;
    if (connection === null) return [];
    if (target === 'list') {
      await queriesOf(this.#app).describe(connection.id, resource);
      return queriesOf(this.#app).of(resource).fields;
    }
    if (resource !== 'assets' && resource !== 'tokens') return [];
    const result = await ask(() =>
      this.#app.bridge.describeAggregates({ connectionId: connection.id, resource }),
    );
    return result.ok ? builderFields(result.value.fields, resources[resource]) : [];
  }

  #run(
    opening: Opening,
    fields: readonly BuilderField[],
    parameters: Readonly<Record<string, string>>,
  ): void {
    const { connection } = this.#app.session;
    if (connection === null) return;
    const query = resolveQuery(opening.query, fields, { now: Date.now(), parameters });
    if (opening.target !== 'list') {
      this.#enter(chartPlace(opening, query));
      return;
    }
    const editor = queriesOf(this.#app).of(opening.resource);
    const place = listOf(opening, query);
    editor.open(opening.query, opening.off, opening.opened);
    editor.answers = { ...editor.answers, ...parameters };
    editor.ran(queryOf(place));
    runsOf(this.#app).begin({
      savedQueryId: opening.opened?.id ?? null,
      connectionId: connection.id,
      resource: opening.resource,
      query,
      shown: queryOf(place),
    });
    this.#show(place, opening);
  }

  /** Arranges the open list and keeps its filter. */
  #arrange(opening: Opening): void {
    const { resource, query, opened } = opening;
    const { location } = this.#app.navigation;
    const shown = location.view === 'browse' && location.resource === resource ? location : browse(resource);
    const { search, queryOpen } = shown;
    const list = listOf(opening, query);
    const place = { ...list, search, query: { ...list.query, filter: shown.query.filter }, queryOpen };
    const editor = queriesOf(this.#app).of(resource);
    editor.open(queryOf(place), [], opened);
    editor.ran(queryOf(place));
    this.#show(place, opening);
  }

  #show(place: BrowseLocation, { resource, widths = {} }: Opening): void {
    if (Object.keys(widths).length > 0) this.#app.columns.resize(resource, widths);
    this.#enter(place);
  }

  /** Moves the focus, since the palette is gone. */
  #enter(place: Location): void {
    this.#app.navigation.go(place);
    void this.#app.enter();
  }
}

/** `query` may have resolved parameters. */
export function listOf(
  { resource, columns, pinned, totals }: Pick<Opening, 'resource' | 'columns' | 'pinned' | 'totals'>,
  { filter, sort }: Query,
): BrowseLocation {
  return {
    ...browse(resource, { filter, sort }),
    ...(columns.length === 0 ? {} : { columns }),
    ...(columns.length === 0 || pinned === undefined ? {} : { pinned }),
    // Totals are the answer, so the builder stays closed.
    ...(totals === undefined ? { queryOpen: true } : { totals }),
  };
}

function chartPlace({ resource, target, chart }: Opening, query: Query): Location {
  const options = Object.fromEntries(
    Object.entries(chart ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, value]]
        : [],
    ),
  );
  return { view: target === 'timeseries' ? 'timeseries' : 'aggregates', resource, query, options };
}

export const queryOpeningOf = perWindow((app: AppState) => new QueryOpening(app));
