import type { LocationOf } from '../../../preload/contract/locations/location.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { comparisonOf, maxCompared } from './place.ts';
import { holdsId } from './ids.ts';
import type { RecordLink } from '../../fields/links.ts';
import { perWindow } from '../../shell/perWindow.svelte.ts';

/** A record that waits to be compared. */
interface ChosenRecord {
  readonly id: string | number;
  /** Its name. */
  readonly title: string;
}

/** The records that the user gathers to compare: those of one resource and one connection at a time. */
export class ComparisonState {
  #connectionId = $state.raw<string | null>(null);
  #resource = $state.raw<ResourceName | null>(null);
  #chosen = $state.raw<readonly ChosenRecord[]>([]);

  /** The connection they are of; null while there are none. */
  get connectionId(): string | null {
    return this.#connectionId;
  }

  get resource(): ResourceName | null {
    return this.#resource;
  }

  get chosen(): readonly ChosenRecord[] {
    return this.#chosen;
  }

  get full(): boolean {
    return this.#chosen.length >= maxCompared;
  }

  /** The location of the comparison; null with fewer than two records. */
  get place(): LocationOf<'compare'> | null {
    return this.#resource === null
      ? null
      : comparisonOf(
          this.#resource,
          this.#chosen.map(({ id }) => id),
        );
  }

  holds(connectionId: string, { resource, id }: RecordLink): boolean {
    return (
      this.#connectionId === connectionId &&
      this.#resource === resource &&
      holdsId(
        this.#chosen.map((chosen) => chosen.id),
        id,
      )
    );
  }

  /** Adds a record; of another resource or connection, to a new comparison. Ignores more than the limit. */
  add(connectionId: string, { resource, id }: RecordLink, title: string): void {
    if (this.#connectionId !== connectionId || this.#resource !== resource) {
      this.#connectionId = connectionId;
      this.#resource = resource;
      this.#chosen = [];
    }
    if (!this.full && !this.holds(connectionId, { resource, id }))
      this.#chosen = [...this.#chosen, { id, title }];
  }

  /** Gives a record that was added before its name was known that name. */
  rename(connectionId: string, link: RecordLink, title: string): void {
    if (!this.holds(connectionId, link)) return;
    const isIt = ({ id }: ChosenRecord): boolean => String(id) === String(link.id);
    if (this.#chosen.some((chosen) => isIt(chosen) && chosen.title !== title)) {
      this.#chosen = this.#chosen.map((chosen) => (isIt(chosen) ? { ...chosen, title } : chosen));
    }
  }

  /** Removes a record. With the last one the comparison ends. */
  remove({ id }: Pick<RecordLink, 'id'>): void {
    this.#chosen = this.#chosen.filter((chosen) => String(chosen.id) !== String(id));
    if (this.#chosen.length === 0) this.clear();
  }

  /** Adds a record, or takes it out where it is among them. */
  toggle(connectionId: string, link: RecordLink, title: string): void {
    if (this.holds(connectionId, link)) this.remove(link);
    else this.add(connectionId, link, title);
  }

  clear(): void {
    this.#connectionId = null;
    this.#resource = null;
    this.#chosen = [];
  }
}

export const gatheredOf = perWindow(() => new ComparisonState());
