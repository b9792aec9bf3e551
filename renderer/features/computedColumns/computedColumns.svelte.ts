import type {
  ComputedColumn,
  computedColumnCalls,
  ComputedDefinition,
} from '../../../preload/contract/computedColumns.ts';
import { columnNameOf, isComputedName } from '../../../preload/contract/expressions/columns.ts';
import type { Failure, Result } from '../../../preload/contract/failures.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { ColumnMenu } from '../records/browser/columnMenu.ts';
import { ask, failureOf, type Bridge } from '../../bridge.ts';
import { computedField, type ComputedField } from '../../fields/computed.ts';

/** What the dialog is open for. */
export interface Editing {
  readonly resource: ResourceName;
  /** Null for a new column. */
  readonly column: ComputedColumn | null;
  /** The column behind which a new one stands. */
  readonly after?: string;
}

/** The user's computed columns, as main stores them. */
export class ComputedColumnsState {
  readonly #bridge: Pick<Bridge, keyof typeof computedColumnCalls>;
  #fields = $state.raw<readonly ComputedField[]>([]);
  editing = $state.raw<Editing | null>(null);
  /** The column that a dialog asks to delete. */
  deleting = $state.raw<ComputedColumn | null>(null);
  /** What could not be read. */
  notices = $state.raw<readonly string[]>([]);

  constructor(bridge: Pick<Bridge, keyof typeof computedColumnCalls>) {
    this.#bridge = bridge;
  }

  async read(): Promise<void> {
    const result = await ask(() => this.#bridge.listComputedColumns());
    if (!result.ok) {
      this.notices = [result.failure.message];
      return;
    }
    this.#fields = result.value.columns.map(computedField);
    this.notices = result.value.notices;
  }

  /** Those of a resource, in the order in which they were made. */
  of(resource: ResourceName): readonly ComputedField[] {
    return this.#fields.filter(({ column }) => column.resource === resource);
  }

  /** Finds the definition of a column by its name in a grid. */
  find(name: string): ComputedColumn | undefined {
    return this.#fields.find((field) => field.name === name)?.column;
  }

  /** What the menu of a column does about computed columns. */
  entriesOf(resource: ResourceName, name: string): Pick<ColumnMenu, 'newComputed' | 'computed'> {
    const column = this.find(name);
    return {
      newComputed: () => {
        this.editing = { resource, column: null, after: name };
      },
      computed: column && {
        edit: () => {
          this.editing = { resource, column };
        },
        remove: () => {
          this.deleting = column;
        },
      },
    };
  }

  /** The columns without computed ones that were deleted. */
  known(columns: readonly string[]): readonly string[] {
    return columns.filter((name) => !isComputedName(name) || this.find(name) !== undefined);
  }

  /** Stores a column: in the place of the one with the id, else as a new one. */
  async save(definition: ComputedDefinition, id?: string): Promise<Result<ComputedColumn>> {
    const stored = { ...definition, ...(id === undefined ? {} : { id }) };
    const result = await ask(() => this.#bridge.saveComputedColumn(stored));
    if (result.ok) {
      const field = computedField(result.value);
      const isKnown = this.#fields.some(({ name }) => name === field.name);
      this.#fields = isKnown
        ? this.#fields.map((before) => (before.name === field.name ? field : before))
        : [...this.#fields, field];
    }
    return result;
  }

  /** Deletes a column. Returns why it failed, or null. */
  async remove(column: ComputedColumn): Promise<Failure | null> {
    const failure = await failureOf(() => this.#bridge.removeComputedColumn({ id: column.id }));
    if (failure === null) this.#fields = this.#fields.filter(({ name }) => name !== columnNameOf(column));
    return failure;
  }
}
