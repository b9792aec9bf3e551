import type { Component } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { CommandId } from '../../preload/contract/commands.ts';
import type { PartialRecord } from '../../preload/contract/records.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import type { ShownField } from '../fields/infer.ts';

/** The record that is open, or those of the selected rows of a table. */
export interface ChosenRecords {
  readonly connectionId: string;
  readonly resource: ResourceName;
  /** In the order of the rows. Rows that are not loaded are left out. */
  readonly records: readonly ChosenRecord[];
  /** Why some of the selected rows are not among them, if so. What is done with all of them says that instead. */
  readonly partial?: string | undefined;
  /** Where a menu was opened on a cell: its column and its record. */
  readonly cell?: { readonly field: ShownField; readonly record: PartialRecord };
}

export interface ChosenRecord {
  readonly id: string | number;
  readonly title: string;
  /** With the columns of the table only, where it was chosen there; null until it is loaded. */
  readonly record: PartialRecord | null;
}

/** Something that can be done with chosen records. */
export interface RecordAction {
  /** Names it among those of its feature. */
  readonly key: string;
  /** As in a menu: `Add to comparison`. */
  readonly label: string;
  /** Stands beside the icon at the head of a record, where there is space. */
  readonly short: string;
  readonly icon: Component<{ size?: number }>;
  readonly title?: string | undefined;
  readonly disabled?: boolean;
  /** The command that stands for it in the palette and has keys; without one the palette has its label. */
  readonly command?: CommandId;
  /** Event: the click, which may ask for a tab of its own. */
  run(event?: MouseEvent): void;
}

/** Of each feature what it does with chosen records. */
type Actions = (chosen: ChosenRecords) => readonly (readonly RecordAction[])[];

/** What features do with records: the menu of a table, the head of a record and the palette show it. */
export class RecordActions {
  readonly #of: Actions;
  /** In the order in which they were chosen. */
  readonly #offered = new SvelteSet<ChosenRecords>();

  constructor(of: Actions) {
    this.#of = of;
  }

  on(chosen: ChosenRecords): readonly RecordAction[] {
    return this.#of(chosen).flatMap((actions, feature) =>
      actions.map((action) => ({ ...action, key: `${feature.toString()}-${action.key}` })),
    );
  }

  /** What can be done with what was chosen last. */
  get available(): readonly RecordAction[] {
    const chosen = [...this.#offered].at(-1);
    return chosen === undefined ? [] : this.on(chosen);
  }

  /** A view says which records are chosen, for as long as they are: `$effect(() => app.recordActions.offer(chosen))`. Returns how to take it back. */
  offer(chosen: ChosenRecords): () => void {
    this.#offered.add(chosen);
    return () => {
      this.#offered.delete(chosen);
    };
  }
}
