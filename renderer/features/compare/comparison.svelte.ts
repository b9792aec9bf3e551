import type { LocationOf } from '../../../preload/contract/locations/location.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { distinctIds, type ComparedIds, holdsId } from './ids.ts';
import type { RecordLink } from '../../fields/links.ts';
import { perWindow } from '../../shell/perWindow.svelte.ts';

interface ChosenRecord {
  readonly id: string | number;
  readonly title: string;
}

/** The records that the user gathers to compare. All are of one resource and connection. */
export class ComparisonState {
  #connectionId = $state.raw<string | null>(null);
  #resource = $state.raw<ResourceName | null>(null);
  #chosen = $state.raw<readonly ChosenRecord[]>([]);

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

  /** Null for fewer than two records. */
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

  /** A record of another resource or connection starts a new comparison. Ignores records above the limit. */
  add(connectionId: string, { resource, id }: RecordLink, title: string): void {
    if (this.#connectionId !== connectionId || this.#resource !== resource) {
      this.#connectionId = connectionId;
      this.#resource = resource;
      this.#chosen = [];
    }
    if (!this.full && !this.holds(connectionId, { resource, id }))
      this.#chosen = [...this.#chosen, { id, title }];
  }

  /** Sets the name of a record that was added before it was known. */
  rename(connectionId: string, link: RecordLink, title: string): void {
    if (!this.holds(connectionId, link)) return;
    const isIt = ({ id }: ChosenRecord): boolean => String(id) === String(link.id);
    if (this.#chosen.some((chosen) => isIt(chosen) && chosen.title !== title)) {
      this.#chosen = this.#chosen.map((chosen) => (isIt(chosen) ? { ...chosen, title } : chosen));
    }
  }

  remove({ id }: Pick<RecordLink, 'id'>): void {
    this.#chosen = this.#chosen.filter((chosen) => String(chosen.id) !== String(id));
    if (this.#chosen.length === 0) this.clear();
  }

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

/** Rule: the location contract, `compare`. */
export const fewestCompared = 2;
export const maxCompared = 8;

/** Returns the first eight records, each once. Null for fewer than two. */
export function comparisonOf(resource: ResourceName, ids: ComparedIds): LocationOf<'compare'> | null {
  const compared = distinctIds(ids, maxCompared);
  return compared.length < fewestCompared ? null : { view: 'compare', resource, ids: compared };
}
