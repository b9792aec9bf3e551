import { untrack } from 'svelte';
import { canonicalJson } from '../../../../preload/contract/json.ts';
import { isComputedName } from '../../../../preload/contract/expressions/columns.ts';
import { sortKeys, type Condition } from '../../../../preload/contract/query.ts';
import type { PartialRecord } from '../../../../preload/contract/records.ts';
import { resources } from '../../../../preload/contract/resources.ts';
import type { AppState } from '../../../shell/app.svelte.ts';
import { accessOf } from '../../../shell/keepLoaded.svelte.ts';
import type { Tab } from '../../../shell/tabs.svelte.ts';
import { narrowed, queryOf } from '../../../shell/location.ts';
import { parametersOf } from '../../../query/templates.ts';
import type { ViewProps } from '../../../shell/view.ts';
import { fieldsOf } from '../../../fields/infer.ts';
import { neededFields } from '../../../fields/needed.ts';
import { plural } from '../../../format/numbers.ts';
import { tabListOf } from '../list.svelte.ts';
import { listKeyOf } from '../../../query/runs.svelte.ts';
import { computedColumnsOf } from '../../../query/computedColumns.svelte.ts';
import { openRecordOf } from '../record.svelte.ts';

/** A request that counts against the hourly limit asks for as many records as the service gives. */
const largestPage = 1000;

/** A location of the browser: its query, the list that answers it, and what can be done with both. */
export class Browsing {
  readonly #app: AppState;
  readonly #props: () => ViewProps<'browse'>;
  readonly #tab: Tab;

  constructor(app: AppState, props: () => ViewProps<'browse'>) {
    this.#app = app;
    this.#props = props;
    this.#tab = app.tabs.active;
  }

  readonly location = $derived.by(() => this.#props().location);
  readonly connectionId = $derived.by(() => this.#props().connection.id);
  readonly list = $derived.by(() =>
    tabListOf(this.#app, this.#tab, this.connectionId, this.location.resource),
  );
  readonly resource = $derived.by(() => resources[this.location.resource]);
  readonly offline = $derived.by(() => this.#props().session.settings.workOffline);
  readonly query = $derived.by(() => queryOf(this.location));
  /** The parameters that the user enters before the query runs. */
  readonly parameters = $derived.by(() => parametersOf(this.query));
  readonly listKey = $derived.by(() =>
    listKeyOf({ connectionId: this.connectionId, resource: this.location.resource, query: this.query }),
  );
  readonly #computed = $derived.by(() => computedColumnsOf(this.#app).of(this.location.resource));
  readonly fields = $derived.by(() => [
    ...this.#computed,
    ...fieldsOf(this.resource, this.list.sampleOfRecords),
  ]);
  readonly filtered = $derived.by(() => this.query.filter !== undefined);
  readonly provenance = $derived.by(() => {
    const { failure, provenance } = this.list;
    return failure === null ? provenance : undefined;
  });
  /** True while rows of an earlier query are still shown after a noticeable time. */
  readonly isOutdated = $derived.by(() => {
    const { slow, key } = this.list;
    return slow && key !== this.listKey;
  });
  /** How many records match in all, if known: the cache may have only a part. */
  readonly matching = $derived.by(() => {
    const coverage = this.provenance?.coverage;
    if (coverage === undefined || this.list.key !== this.listKey) return null;
    return coverage.kind === 'partial' ? (coverage.serviceCount ?? null) : this.list.rowCount;
  });
  readonly isAwaited = $derived.by(() => this.list.opening);
  /** A key of the list's cached records: it changes when their figures do. */
  readonly cachedState = $derived.by(() => {
    const { origin, loadedCount } = this.list;
    const added = origin?.source === 'local' ? '' : loadedCount;
    return [origin?.source, origin?.fetchedAt, added, this.matching, this.#app.jobs.syncsEnded].join(' ');
  });
  readonly #budget = $derived.by(() => this.#app.budgets.of(this.location.resource));
  readonly #perPage = $derived.by(() =>
    this.#budget !== undefined && !this.offline ? largestPage : this.#props().session.settings.perPage,
  );
  readonly #needed = $derived.by(() =>
    neededFields(this.resource, this.#app.columns.of(this.location.resource), this.#computed),
  );
  /** True where the rows are sorted by a computed column that was deleted. */
  readonly sortsByDeleted = $derived.by(() =>
    sortKeys(this.query.sort).some(
      ({ field }) => isComputedName(field) && computedColumnsOf(this.#app).find(field) === undefined,
    ),
  );
  readonly #definitions = $derived.by(() => computedColumnsOf(this.#app).stateOf(this.query));
  readonly #neededKey = $derived(this.#needed.join(' '));
  readonly #access = $derived.by(() => canonicalJson(accessOf(this.#props().session)));
  /** Words for the button that loads rows which wait for it. */
  readonly unrequestedHint = $derived.by(() => {
    if (this.offline) return 'Go online';
    if (this.#budget === undefined) return 'Load these rows';
    return `Load these rows (uses 1 of ${plural(this.#budget.left, 'request', 'requests')})`;
  });

  /** Loads the rows of the location. An effect that calls this runs again when other rows are meant. */
  loadRows(): void {
    // Offline and live answers to one query differ, and so do those with and without a key.
    void [this.#definitions, this.listKey, this.#access, this.#neededKey, this.#perPage];
    const { list } = this;
    // How much a request costs decides how much it asks for.
    if (!this.#app.budgets.areKnown) return;
    untrack(() => {
      const { resource, row = 0 } = this.location;
      if (this.parameters.length > 0) {
        list.clear();
        return;
      }
      this.#app.startMarks.reach('first rows requested');
      list.load(
        {
          connectionId: this.connectionId,
          resource,
          query: this.query,
          fields: this.#needed,
          perPage: this.#perPage,
        },
        { firstRow: row },
      );
      void this.#app.names.followRecords();
    });
  }

  /** The list holds the shown fields only: the panel asks for the whole record, which is cached with its list. */
  showRecord(): void {
    const { resource, recordId: id } = this.location;
    const record = openRecordOf(this.#app);
    if (id === undefined) {
      record.close();
      return;
    }
    const shownSince = record.answer.value?.provenance.fetchedAt ?? Infinity;
    if (!record.shows(this.connectionId, { resource, id })) record.load(this.connectionId, { resource, id });
    else if ((this.provenance?.fetchedAt ?? 0) > shownSince) record.again();
  }

  /** Opening is a step that Back undoes; moving on to other records of the table is not. */
  open({ id }: PartialRecord): void {
    const { recordId } = this.location;
    if (String(id) === String(recordId)) return;
    this.#app.navigation.change({ recordId: id }, { step: recordId === undefined });
  }

  /** Adds conditions, as a step that Back undoes. */
  narrow(conditions: readonly Condition[]): void {
    this.#app.navigation.change({ query: narrowed(this.location.query, conditions), row: undefined });
  }

  /** Loads a page that failed or waits. Offline it ends working offline, which loads the page. */
  loadPage(page: number): void {
    if (this.offline) void this.#app.session.set({ workOffline: false });
    else this.list.loadPage(page);
  }

  /** How many records the query has, as far as its list says. */
  get #known(): number | null {
    const { failure, rowCount, key } = this.list;
    return failure === null && key === this.listKey ? rowCount : null;
  }

  /** Opens the export dialog for all records of the query, or for chosen records with chosen columns. */
  export(selected: readonly (string | number)[], columns?: readonly string[]): void {
    const { resource } = this.location;
    this.#app.dialogs.ask({
      export: {
        subject: {
          kind: 'records',
          connectionId: this.connectionId,
          resource,
          query: this.query,
          columns: columns ?? computedColumnsOf(this.#app).known(this.#app.columns.of(resource)),
          selected,
          total: columns === undefined ? this.#known : selected.length,
          offline: this.offline,
          ...(columns === undefined ? {} : { onlySelected: true }),
        },
      },
    });
  }

  /** Opens the dialog that fetches every record of the query. */
  sync(): void {
    const { connectionId, query } = this;
    const known = this.#known ?? undefined;
    this.#app.dialogs.ask({ sync: { connectionId, resource: this.location.resource, query, known } });
  }
}
