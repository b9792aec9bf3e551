import type {
  ComputedColumn,
  computedColumnCalls,
  ComputedDefinition,
} from '../../preload/contract/computedColumns.ts';
import { dayOf } from '../../preload/contract/days.ts';
import { columnNameOf, isComputedName } from '../../preload/contract/expressions/columns.ts';
import type { Failure, Result } from '../../preload/contract/failures.ts';
import { fieldsOfQuery, type Query } from '../../preload/contract/query.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import { computedBuilderFields, type BuilderField } from './fields.ts';

import { ask, failureOf, type Bridge, type WithBridge } from '../bridge.ts';
import type { ComputedField, computedField } from '../fields/computed.ts';
import type { ComputedColumnRequest } from '../shell/dialogs.svelte.ts';
import { perWindow } from '../shell/perWindow.svelte.ts';

/** A null format follows from the expression. */
export type TypedColumn = Pick<ComputedColumn, 'name' | 'expression'> & {
  readonly format: ComputedColumn['format'] | null;
};

class ComputedColumnsState {
  readonly #bridge: Pick<Bridge, keyof typeof computedColumnCalls>;
  readonly #now: () => number;
  #columns = $state.raw<readonly ComputedColumn[]>([]);
  #compile = $state.raw<typeof computedField | null>(null);
  #isLoading = false;
  /** Unsaved input by column id, or by resource for a new column. */
  #unsaved: Readonly<Record<string, TypedColumn | undefined>> = {};
  notices = $state.raw<readonly string[]>([]);

  /** @param now in milliseconds since 1970 UTC */
  constructor(bridge: Pick<Bridge, keyof typeof computedColumnCalls>, now: () => number) {
    this.#bridge = bridge;
    this.#now = now;
  }

  readonly #today = $derived.by(() => dayOf(this.#now()));

  /** Cached until the column or the day changes; null until the language is loaded. */
  readonly #fieldOf = $derived.by(() => {
    const [compile, today] = [this.#compile, this.#today];
    if (compile === null) return null;
    const known = new WeakMap<ComputedColumn, ComputedField>();
    return (column: ComputedColumn): ComputedField => {
      const field = known.get(column) ?? compile(column, today);
      known.set(column, field);
      return field;
    };
  });

  async read(): Promise<void> {
    const result = await ask(() => this.#bridge.listComputedColumns());
    if (!result.ok) {
      this.notices = [result.failure.message];
      return;
    }
    this.#columns = result.value.columns;
    this.notices = result.value.notices;
  }

  /** In order of creation. Empty until the language is loaded, which the first call starts. */
  of(resource: ResourceName): readonly ComputedField[] {
    const columns = this.#columns.filter((column) => column.resource === resource);
    if (columns.length === 0) return [];
    if (this.#fieldOf === null) {
      if (!this.#isLoading) void this.#load();
      return [];
    }
    return columns.map(this.#fieldOf);
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    try {
      this.#compile = (await import('../fields/computed.ts')).computedField;
    } catch {
      this.notices = ['Computed columns could not be loaded. Restart the app to show them.'];
    }
  }

  /** By its column name in a grid. */
  find(name: string): ComputedColumn | undefined {
    return this.#columns.find((column) => columnNameOf(column) === name);
  }

  builderFields(resource: ResourceName): readonly BuilderField[] {
    return computedBuilderFields(this.#columns.filter((column) => column.resource === resource));
  }

  stateOf(query: Query): string {
    const names = fieldsOfQuery(query).filter(isComputedName);
    return names.map((name) => this.find(name)?.changedAt ?? '').join(' ');
  }

  unsaved({ resource, column }: ComputedColumnRequest): TypedColumn | undefined {
    return this.#unsaved[column?.id ?? resource];
  }

  /** Keeps unsaved input; undefined discards it. */
  remember({ resource, column }: ComputedColumnRequest, typed: TypedColumn | undefined): void {
    this.#unsaved = { ...this.#unsaved, [column?.id ?? resource]: typed };
  }

  /** Omits deleted computed columns. */
  known(columns: readonly string[]): readonly string[] {
    return columns.filter((name) => !isComputedName(name) || this.find(name) !== undefined);
  }

  async save(definition: ComputedDefinition, id?: string): Promise<Result<ComputedColumn>> {
    const stored = { ...definition, ...(id === undefined ? {} : { id }) };
    const result = await ask(() => this.#bridge.saveComputedColumn(stored));
    if (result.ok) {
      const saved = result.value;
      const isKnown = this.#columns.some((before) => before.id === saved.id);
      this.#columns = isKnown
        ? this.#columns.map((before) => (before.id === saved.id ? saved : before))
        : [...this.#columns, saved];
    }
    return result;
  }

  async remove(column: ComputedColumn): Promise<Failure | null> {
    const failure = await failureOf(() => this.#bridge.removeComputedColumn({ id: column.id }));
    if (failure === null) this.#columns = this.#columns.filter((other) => other.id !== column.id);
    return failure;
  }
}

export const computedColumnsOf = perWindow(
  (app: WithBridge & { readonly clock: { readonly now: number } }) =>
    new ComputedColumnsState(app.bridge, () => app.clock.now),
);
