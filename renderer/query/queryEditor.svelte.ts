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

/** A state of the editor: the draft, and the text beside it where that is not just the draft written out. */
interface Edited {
  readonly draft: QueryDraft;
  /** The user's own writing of the draft's query, or a text that is no query that can be drawn. */
  readonly written: ({ readonly text: string } & QueryReading) | null;
}

/** The saved query that the draft was opened from. */
export interface OpenedQuery {
  readonly id: string;
  readonly name: string;
}

interface QueryEditorOptions {
  /** Returns the computed columns of the resource. */
  readonly computed: () => readonly BuilderField[];
  /** Returns the query of the place in front; null while that is no list of the resource. */
  readonly shown: () => Query | null;
}

/**
 * The query of one resource while it is edited, as a tree and as text, with undo. A draft belongs to the place whose query it began
 * with or was run for. At any other place the editor has the query of that place.
 */
export class QueryEditor {
  readonly resource: ResourceName;
  readonly #computed: () => readonly BuilderField[];
  readonly #shown: () => Query | null;
  #metadata = $state.raw<ResourceMetadata | null>(null);
  /** False until the first answer to what may be asked, or its failure: a condition begun before would change under the user's hands. */
  described = $state(false);
  #history = $state.raw(startHistory<Edited>({ draft: emptyDraft, written: null }));
  #opened = $state.raw<OpenedQuery | null>(null);
  /** What was entered for parameters, kept for the next run. */
  answers = $state.raw<Readonly<Record<string, string>>>({});
  /** The query of the place that the draft belongs to; null before the first draft. */
  #place = $state.raw<string | null>(null);
  /** The draft's query whose result was asked for last. */
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
  /** True if the draft belongs to the place in front, or asks for the same. */
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

  /** The saved query that is open, if any. */
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

  /** False while the text is no query that can be drawn: the tree shows the last one that was. */
  get isDrawn(): boolean {
    return this.#written === null || this.#written.query !== null;
  }

  /** True while the table shows the result of another query than the one that is edited. */
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

  /** Changes everything but the filter. A member given as undefined is left out. */
  changeRest(change: QueryDraft['rest']): void {
    const members = Object.entries({ ...this.draft.rest, ...change }).filter(
      ([, value]) => value !== undefined,
    );
    this.#record({ draft: { ...this.draft, rest: Object.fromEntries(members) }, written: null }, null);
  }

  /** What is written in the code. Conditions that are switched off are not in it, and stay. */
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

  /** Opens a query in place of the one that is edited; undo returns to it. */
  open(query: Query, off: readonly DisabledFilter[] = [], opened: OpenedQuery | null = null): void {
    this.#record({ draft: readQuery(query, off), written: null }, null);
    this.#opened = opened;
  }

  /** What is sent now: parameters and moving dates filled in. */
  resolved(answers: Answers): Query {
    return resolveQuery(this.query, this.fields, answers);
  }

  /** Takes the query on screen in place of one that is edited and was not run; undo returns to that. */
  take(query: Query): void {
    if (!this.isUnrun) return;
    this.open(query);
    this.ran(query);
  }

  /** Tells that this query is what the place on screen will stand for: the draft stays as it is. */
  ran(query: Query): void {
    this.#adopt();
    this.#ran = canonicalJson(this.query);
    this.#place = canonicalJson(query);
  }

  /** Takes over the query of the place in front as the draft, before it is changed. */
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
