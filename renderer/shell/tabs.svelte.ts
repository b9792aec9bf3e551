import type { Location } from '../../preload/contract/locations/location.ts';
import { Navigation } from './navigation.svelte.ts';

/** An open view: a place with a history of its own. Only the active one is in the document. */
export interface Tab {
  readonly id: number;
  readonly navigation: Navigation;
}

/** More tabs are not opened: nobody finds a tab among more. */
export const maxTabs = 40;
/** Where the app opens before the user has gone anywhere, and what a new tab shows. */
const opening: Location = { view: 'overview' };

/** The open views, in the order of their tabs. There is always one. */
export class Tabs {
  #nextId = 1;
  #all = $state.raw<readonly Tab[]>([]);
  #activeId = $state(0);
  #closed = $state.raw<readonly Location[]>([]);

  constructor() {
    this.restore([], 0);
  }

  get all(): readonly Tab[] {
    return this.#all;
  }

  get activeId(): number {
    return this.#activeId;
  }

  get active(): Tab {
    const tab = this.#all.find(({ id }) => id === this.#activeId) ?? this.#all[0];
    if (tab === undefined) throw new Error('There is no tab.');
    return tab;
  }

  get canReopen(): boolean {
    return this.#closed.length > 0;
  }

  /** Where the tabs are, for the next start. */
  get places(): readonly Location[] {
    return this.#all.map(({ navigation }) => navigation.location);
  }

  get activeIndex(): number {
    return this.#all.findIndex(({ id }) => id === this.#activeId);
  }

  /** Starts over with these places; with none, where the app opens. */
  restore(places: readonly Location[], activeIndex: number): void {
    const tabs = (places.length > 0 ? places : [opening]).slice(0, maxTabs).map((place) => this.#make(place));
    this.#all = tabs;
    this.#activeId = (tabs[activeIndex] ?? tabs[0])?.id ?? 0;
    this.#closed = [];
  }

  /** Opens a tab beside the active one. In the background the active one stays. */
  open(location: Location = opening, { background = false } = {}): void {
    if (this.#all.length >= maxTabs) {
      if (!background) this.active.navigation.go(location);
      return;
    }
    const tab = this.#make(location);
    this.#all = this.#all.toSpliced(this.activeIndex + 1, 0, tab);
    if (!background) this.#activeId = tab.id;
  }

  /** Shows a tab; one that was closed meanwhile changes nothing. */
  activate(id: number): void {
    if (this.#all.some((tab) => tab.id === id)) this.#activeId = id;
  }

  /** Closes a tab. In place of the last one another opens. */
  close(id: number): void {
    const index = this.#all.findIndex((tab) => tab.id === id);
    const tab = this.#all[index];
    if (tab === undefined) return;
    this.#closed = [...this.#closed, tab.navigation.location].slice(-maxTabs);
    const rest = this.#all.toSpliced(index, 1);
    this.#all = rest.length > 0 ? rest : [this.#make(opening)];
    if (this.#activeId === id) this.#activeId = (this.#all[index] ?? this.#all.at(-1))?.id ?? 0;
  }

  /** Opens the tab that was closed last. */
  reopen(): void {
    const last = this.#closed.at(-1);
    if (last === undefined) return;
    this.#closed = this.#closed.slice(0, -1);
    this.open(last);
  }

  /** Activates the next tab, or the one before, round and round. */
  step(by: 1 | -1): void {
    const index = (this.activeIndex + by + this.#all.length) % this.#all.length;
    this.activate(this.#all[index]?.id ?? this.#activeId);
  }

  /** Moves a tab by places, as far as there are any. */
  move(id: number, by: number): void {
    const from = this.#all.findIndex((tab) => tab.id === id);
    const tab = this.#all[from];
    if (tab === undefined) return;
    const to = Math.min(Math.max(from + by, 0), this.#all.length - 1);
    this.#all = this.#all.toSpliced(from, 1).toSpliced(to, 0, tab);
  }

  #make(location: Location): Tab {
    const id = this.#nextId;
    this.#nextId += 1;
    return { id, navigation: new Navigation(location) };
  }
}
