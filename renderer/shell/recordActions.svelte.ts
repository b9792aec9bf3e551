import type { Component } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { CommandId } from '../../preload/contract/commands.ts';
import type { PartialRecord } from '../../preload/contract/records.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import type { ShownField } from '../fields/infer.ts';

export interface ChosenRecords {
  readonly connectionId: string;
  readonly resource: ResourceName;
  /** In row order, without unloaded rows. */
  readonly records: readonly ChosenRecord[];
  /** Why rows are missing. Actions on all rows show it. */
  readonly partial?: string | undefined;
  readonly cell?: { readonly field: ShownField; readonly record: PartialRecord };
}

interface ChosenRecord {
  readonly id: string | number;
  readonly title: string;
  /** Null until loaded; tables give their columns only. */
  readonly record: PartialRecord | null;
}

export interface RecordAction {
  readonly key: string;
  /** Such as `Add to comparison`. */
  readonly label: string;
  /** Shown in the record's header if it fits. */
  readonly short: string;
  readonly icon: Component<{ size?: number }>;
  readonly title?: string | undefined;
  readonly disabled?: boolean;
  readonly command?: CommandId;
  /** The click may ask for a new tab. */
  run(event?: MouseEvent): void;
}

type Actions = (chosen: ChosenRecords) => readonly (readonly RecordAction[])[];

/** Used by the table's menu, the record's header and the palette. */
export class RecordActions {
  readonly #of: Actions;
  readonly #offered = new SvelteSet<ChosenRecords>();

  constructor(of: Actions) {
    this.#of = of;
  }

  on(chosen: ChosenRecords): readonly RecordAction[] {
    return this.#of(chosen).flatMap((actions, feature) =>
      actions.map((action) => ({ ...action, key: `${feature.toString()}-${action.key}` })),
    );
  }

  get available(): readonly RecordAction[] {
    const chosen = [...this.#offered].at(-1);
    return chosen === undefined ? [] : this.on(chosen);
  }

  /** Call `$effect(() => app.recordActions.offer(chosen))`. Returns a function that withdraws the offer. */
  offer(chosen: ChosenRecords): () => void {
    this.#offered.add(chosen);
    return () => {
      this.#offered.delete(chosen);
    };
  }
}
