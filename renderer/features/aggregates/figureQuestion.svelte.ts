import { untrack } from 'svelte';
import { canonicalJson } from '../../../preload/contract/json.ts';
import {
  aggregateResources,
  metadataNote,
  type AggregateMetadata,
  type AggregateResource,
} from '../../../preload/contract/metadata.ts';
import type { Query, Scalar } from '../../../preload/contract/query.ts';
import { describeFilter } from '../../format/filter.ts';
import { builderFields } from '../../query/fields.ts';
import type { AppState } from '../../shell/app.svelte.ts';
import { accessOf } from '../../shell/keepLoaded.svelte.ts';
import { LatestRequest } from '../../shell/request.svelte.ts';
import type { ViewProps } from '../../shell/view.ts';
import type { SeriesState } from './timeseries/series.svelte.ts';
import { completeSelection } from '../../query/seriesSelection.ts';
import { totalsBehind } from './drillDown.ts';
import { showBehind } from './showBehind.ts';
import { readSelection, type Selection } from '../../query/aggregateSelection.ts';

export class FigureQuestion<Answer> {
  readonly #app: AppState;
  readonly #props: () => ViewProps<'aggregates' | 'timeseries'>;
  readonly #state: SeriesState<Answer>;
  readonly #queryOf: (selection: Selection) => Query;
  readonly #metadata: LatestRequest<AggregateMetadata>;

  /** Call it while a component initializes: its effects end with the component. */
  constructor(
    app: AppState,
    state: SeriesState<Answer>,
    props: () => ViewProps<'aggregates' | 'timeseries'>,
    queryOf: (selection: Selection) => Query,
  ) {
    this.#app = app;
    this.#state = state;
    this.#props = props;
    this.#queryOf = queryOf;
    this.#metadata = new LatestRequest(app.bridge);
    $effect(() => {
      void [this.connectionId, this.resource, this.access];
      untrack(() => {
        this.#describe();
      });
    });
    $effect(() => {
      void this.access;
      if (this.#key !== null) untrack(() => this.load(this.#state, this.#query));
    });
    $effect(() => app.bridge.onAggregateRefreshed((what) => state.refreshed(what)));
    $effect(() => () => {
      this.#metadata.cancel();
      state.cancel();
    });
  }

  readonly connectionId = $derived.by(() => this.#props().connection.id);
  readonly sample = $derived.by(() => this.#props().connection.sample);
  readonly offline = $derived.by(() => this.#props().session.settings.workOffline);
  readonly access = $derived.by(() => canonicalJson(accessOf(this.#props().session)));
  readonly resource = $derived.by((): AggregateResource => {
    const { resource } = this.#props().location;
    return aggregateResources.find((name) => name === resource) ?? 'tokens';
  });
  /** That of the previous resource or connection until the new one is loaded. */
  readonly metadata = $derived.by(() => this.#metadata.last?.value ?? null);
  readonly note = $derived.by(() => this.metadata && metadataNote(this.metadata));
  readonly selection = $derived.by(() =>
    this.metadata === null
      ? null
      : completeSelection(this.resource, this.#props().location.query, this.metadata),
  );
  /** False while `metadata` is still that of another resource; nothing is requested then. */
  readonly isDescribed = $derived.by(() => this.#metadata.value !== null);
  readonly #query = $derived.by(() => (this.selection === null ? null : this.#queryOf(this.selection)));
  readonly #key = $derived.by(() =>
    this.isDescribed ? canonicalJson([this.connectionId, this.resource, this.#query]) : null,
  );

  readonly last = $derived.by(() => {
    const { last } = this.#state.answer;
    return last?.question.connectionId === this.connectionId ? last : null;
  });
  readonly shown = $derived.by(() => (this.last === null ? null : readSelection(this.last.question.query)));
  readonly shownResource = $derived.by(() => this.last?.question.resource ?? this.resource);
  readonly conditions = $derived.by(() =>
    this.shown === null || this.metadata === null
      ? ''
      : conditionsOf(this.shown, this.metadata, (name, id) => this.#app.names.nameOf(name, id)),
  );
  readonly failure = $derived.by(
    () => this.#state.answer.failure ?? (this.selection === null ? this.#metadata.failure : null),
  );
  readonly awaited = $derived.by(() => (this.isDescribed ? this.#state.answer : this.#metadata));

  load<Other>(state: SeriesState<Other>, query: Query | null): void {
    if (query !== null) state.load({ connectionId: this.connectionId, resource: this.resource, query });
  }

  retry(): void {
    if (this.selection === null) this.#describe();
    else this.#state.reload();
  }

  showTotals(): void {
    const { resource, selection } = this;
    if (selection !== null)
      showBehind(this.#app, resource, selection.filters, totalsBehind(resource, selection));
  }

  #describe(): void {
    const question = { connectionId: this.connectionId, resource: this.resource };
    void this.#metadata.run(question, (ticket) =>
      this.#app.bridge.describeAggregates({ ...question, ticket }),
    );
  }
}

/**
 * Returns the conditions in words, such as `Network = Ethereum, from 2025-06-01`; empty for none.
 * @param nameOf the name of a linked record, if known
 */
function conditionsOf(
  { filters, from, to }: Selection,
  metadata: AggregateMetadata,
  nameOf: (resource: string, id: Scalar) => string | undefined,
): string {
  const fields = builderFields(metadata.fields);
  const parts = filters.map((filter) =>
    describeFilter(filter, { fields }, ({ name, link }, value) => {
      const options = fields.find((field) => field.name === name)?.options;
      const option = options?.find((one) => String(one.value) === String(value));
      return option?.label ?? (link === undefined ? undefined : nameOf(link, value));
    }),
  );
  return [...parts, ...(from === null ? [] : [`from ${from}`]), ...(to === null ? [] : [`to ${to}`])].join(
    ', ',
  );
}
