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

/** If requests are limited, each one gets a full page. */
const largestPage = 1000;

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
  /** True if rows of an earlier query stay for long. */
  readonly isOutdated = $derived.by(() => {
    const { slow, key } = this.list;
    return slow && key !== this.listKey;
  });
  readonly matching = $derived.by(() => {
    const coverage = this.provenance?.coverage;
    if (coverage === undefined || this.list.key !== this.listKey) return null;
    return coverage.kind === 'partial' ? (coverage.serviceCount ?? null) : this.list.rowCount;
  });
  readonly isAwaited = $derived.by(() => this.list.opening);
  /** Changes with the figures of the list's cached records. */
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
  readonly sortsByDeleted = $derived.by(() =>
    sortKeys(this.query.sort).some(
      ({ field }) => isComputedName(field) && computedColumnsOf(this.#app).find(field) === undefined,
    ),
  );
  readonly #definitions = $derived.by(() => computedColumnsOf(this.#app).stateOf(this.query));
  readonly #neededKey = $derived(this.#needed.join(' '));
  readonly #access = $derived.by(() => canonicalJson(accessOf(this.#props().session)));
  readonly unrequestedHint = $derived.by(() => {
    if (this.offline) return 'Go online';
    if (this.#budget === undefined) return 'Load these rows';
    return `Load these rows (uses 1 of ${plural(this.#budget.left, 'request', 'requests')})`;
  });

  /** Reactive: an effect reloads when the location changes. */
  loadRows(): void {
    // Answers differ offline and by key.
    void [this.#definitions, this.listKey, this.#access, this.#neededKey, this.#perPage];
    const { list } = this;
    // The page size depends on the request limit.
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

  /** The list has shown fields only; the panel loads the whole record, which is cached. */
  showRecord(): void {
    const { resource, recordId: id } = this.location;
    const record = openRecordOf(this.#app);
    if (id === undefined) {
      record.close();
      return;
    }
    const shownSince = record.answer.value?.provenance.fetchedAt ?? Infinity;
    if (!record.shows(this.connectionId, { resource, id })) record.load(this.connectionId, { resource, id });
    else if ((this.provenance?.fetchedAt ?? 0) > shownSince) record.reload();
  }

  /** Opening adds a step of history; moving on does not. */
  open({ id }: PartialRecord): void {
    const { recordId } = this.location;
    if (String(id) === String(recordId)) return;
    this.#app.navigation.change({ recordId: id }, { step: recordId === undefined });
  }

  narrow(conditions: readonly Condition[]): void {
    this.#app.navigation.change({ query: narrowed(this.location.query, conditions), row: undefined });
  }

  /** Offline it goes online, which loads the page. */
  loadPage(page: number): void {
    if (this.offline) void this.#app.session.set({ workOffline: false });
    else this.list.loadPage(page);
  }

  get #known(): number | null {
    const { failure, rowCount, key } = this.list;
    return failure === null && key === this.listKey ? rowCount : null;
  }

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

  sync(): void {
    const { connectionId, query } = this;
    const known = this.#known ?? undefined;
    this.#app.dialogs.ask({ sync: { connectionId, resource: this.location.resource, query, known } });
  }
}
