import type { LocationOf } from '../../preload/contract/locations/location.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import { comparisonOf, mostCompared } from '../compare/place.ts';
import { holdsId } from '../compare/ids.ts';
import type { RecordLink } from '../fields/links.ts';

/** A record that waits to be compared. */
export interface ChosenRecord {
  readonly id: string | number;
  /** Its name. */
  readonly title: string;
}

/** The records that the user gathers to compare: those of one resource and one connection at a time. */
export class ComparisonState {
  #connectionId: string | null = null;
  #resource = $state.raw<ResourceName | null>(null);
  #chosen = $state.raw<readonly ChosenRecord[]>([]);

  get resource(): ResourceName | null {
    return this.#resource;
  }

  get chosen(): readonly ChosenRecord[] {
    return this.#chosen;
  }

  get full(): boolean {
    return this.#chosen.length >= mostCompared;
  }

  /** Where they stand side by side; null while there are fewer than two. */
  get place(): LocationOf<'compare'> | null {
    return this.#resource === null
      ? null
      : comparisonOf(
          this.#resource,
          this.#chosen.map(({ id }) => id),
        );
  }

  holds({ resource, id }: RecordLink): boolean {
    return (
      this.#resource === resource &&
      holdsId(
        this.#chosen.map((chosen) => chosen.id),
        id,
      )
    );
  }

  /** Adds a record. One of another resource or connection begins anew; beyond the limit nothing is added. */
  add(connectionId: string, { resource, id }: RecordLink, title: string): void {
    if (this.#connectionId !== connectionId || this.#resource !== resource) {
      this.#connectionId = connectionId;
      this.#resource = resource;
      this.#chosen = [];
    }
    if (!this.full && !this.holds({ resource, id })) this.#chosen = [...this.#chosen, { id, title }];
  }

  remove({ id }: Pick<RecordLink, 'id'>): void {
    this.#chosen = this.#chosen.filter((chosen) => String(chosen.id) !== String(id));
    if (this.#chosen.length === 0) this.clear();
  }

  clear(): void {
    this.#connectionId = null;
    this.#resource = null;
    this.#chosen = [];
  }
}
