import { untrack } from 'svelte';
import type { ResourceMetadata } from '../../preload/contract/metadata.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import type { Query } from '../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import {
  emptyDraft,
  disabledFilters,
  readQuery,
  writeQuery,
  type FilterDraft,
  type DisabledFilter,
  type QueryDraft,
} from './draft.ts';
import { builderFields, type BuilderField } from './fields.ts';
import { record, redo, startHistory, undo } from './history.ts';
import { noProblems, problemsOf, type Problems } from './problems.ts';
import type { QueryReading } from './queryText.ts';
import { parametersOf, resolveQuery, type Answers } from './templates.ts';
import type { TextProblem } from '../ui/code/textProblem.ts';

interface Edited {
  readonly draft: QueryDraft;
  /** The user's text for the draft, or invalid text. */
  readonly written: ({ readonly text: string } & QueryReading) | null;
}

export interface OpenedQuery {
  readonly id: string;
  readonly name: string;
}

interface QueryEditorOptions {
  readonly computed: () => readonly BuilderField[];
  readonly shown: () => Query | null;
}

/**
 * A resource's query as tree and text, with undo. A draft belongs to the location where it began or last ran.
 * At other locations the editor shows that location's query.
 */
export class QueryEditor {
  readonly resource: ResourceName;
  readonly #computed: () => readonly BuilderField[];
  readonly #shown: () => Query | null;
  #metadata = $state.raw<ResourceMetadata | null>(null);
  /** False until metadata arrive or fail; otherwise a condition would change while it is being edited. */
  described = $state(false);
  #history = $state.raw(startHistory<Edited>({ draft: emptyDraft, written: null }));
  #opened = $state.raw<OpenedQuery | null>(null);
  answers = $state.raw<Readonly<Record<string, string>>>({});
  #place = $state.raw<string | null>(null);
  #ran = $state.raw<string | null>(null);

  constructor(resource: ResourceName, { computed, shown }: QueryEditorOptions) {
    this.resource = resource;
    this.#computed = computed;
    this.#shown = shown;
  }

  readonly #shownKey = $derived.by((): string | null => {
    const query = this.#shown();
    return query === null ? null : canonicalJson(query);
  });
  readonly #isOfPlace = $derived.by((): boolean => {
    const { pagination: _, ...rest } = writeQuery(this.#history.present.draft);
    return (
      this.#shownKey === null || this.#shownKey === this.#place || this.#shownKey === canonicalJson(rest)
    );
  });
  readonly #present = $derived.by((): Edited => {
    const { present } = this.#history;
    if (this.#isOfPlace || this.#shownKey === null) return present;
    const { pagination } = present.draft.rest;
    const shown = untrack(this.#shown) ?? {};
    const query = pagination === undefined ? shown : { ...shown, pagination };
    return { draft: readQuery(query, disabledFilters(present.draft.filter)), written: null };
  });
  readonly fields = $derived.by((): readonly BuilderField[] =>
    this.#metadata === null
      ? []
      : [...builderFields(this.#metadata.fields, resources[this.resource]), ...this.#computed()],
  );
  readonly #written = $derived.by(() => this.#present.written);
  readonly query = $derived.by((): Query => writeQuery(this.#present.draft));
  readonly text = $derived.by((): string => this.#written?.text ?? JSON.stringify(this.query, null, 2));
  readonly textProblems = $derived.by((): readonly TextProblem[] => this.#written?.problems ?? []);
  readonly problems = $derived.by((): Problems =>
    this.fields.length === 0 ? noProblems : problemsOf(this.draft.filter, this.draft.rest.sort, this.fields),
  );
  readonly parameters = $derived.by((): readonly string[] => parametersOf(this.query));

  get draft(): QueryDraft {
    return this.#present.draft;
  }

  get opened(): OpenedQuery | null {
    return this.#isOfPlace ? this.#opened : null;
  }

  set opened(opened: OpenedQuery | null) {
    this.#adopt();
    this.#opened = opened;
  }

  get metadata(): ResourceMetadata | null {
    return this.#metadata;
  }

  set metadata(metadata: ResourceMetadata | null) {
    this.#metadata = metadata;
  }

  /** False while the text is invalid; the tree then shows the last valid query. */
  get isDrawn(): boolean {
    return this.#written === null || this.#written.query !== null;
  }

  /** True if the table shows another query's result. */
  get isUnrun(): boolean {
    if (!this.isDrawn) return true;
    return (
      (this.#shownKey === null || this.#shownKey === this.#place) && canonicalJson(this.query) !== this.#ran
    );
  }

  get canUndo(): boolean {
    return this.#history.past.length > 0 || (!this.#isOfPlace && this.#place !== null);
  }

  get canRedo(): boolean {
    return this.#isOfPlace && this.#history.future.length > 0;
  }

  changeFilter(filter: FilterDraft, joins: string | null = null): void {
    this.#record({ draft: { ...this.draft, filter }, written: null }, joins);
  }

  changeRest(change: QueryDraft['rest']): void {
    const members = Object.entries({ ...this.draft.rest, ...change }).filter(
      ([, value]) => value !== undefined,
    );
    this.#record({ draft: { ...this.draft, rest: Object.fromEntries(members) }, written: null }, null);
  }

  /** Keeps disabled conditions, which the text lacks. */
  changeText(text: string, reading: QueryReading): void {
    const { query } = reading;
    const same = query !== null && canonicalJson(query) === canonicalJson(this.query);
    const draft = query === null || same ? this.draft : readQuery(query, disabledFilters(this.draft.filter));
    this.#record({ draft, written: { text, ...reading } }, 'text');
  }

  undo(): void {
    this.#adopt();
    this.#history = undo(this.#history);
  }

  redo(): void {
    this.#adopt();
    this.#history = redo(this.#history);
  }

  /** Undo returns to the previous query. */
  open(query: Query, off: readonly DisabledFilter[] = [], opened: OpenedQuery | null = null): void {
    this.#record({ draft: readQuery(query, off), written: null }, null);
    this.#opened = opened;
  }

  resolved(answers: Answers): Query {
    return resolveQuery(this.query, this.fields, answers);
  }

  /** Replaces a draft that has not run; undo restores it. */
  take(query: Query): void {
    if (!this.isUnrun) return;
    this.open(query);
    this.ran(query);
  }

  ran(query: Query): void {
    this.#adopt();
    this.#ran = canonicalJson(this.query);
    this.#place = canonicalJson(query);
  }

  #adopt(): void {
    const key = this.#shownKey;
    if (key === null || key === this.#place) return;
    if (!this.#isOfPlace) {
      const present = this.#present;
      this.#history = this.#place === null ? startHistory(present) : record(this.#history, present);
      this.#opened = null;
    }
    this.#ran = canonicalJson(writeQuery(this.#history.present.draft));
    this.#place = key;
  }

  #record(edited: Edited, joins: string | null): void {
    this.#adopt();
    this.#history = record(this.#history, edited, joins);
  }
}
