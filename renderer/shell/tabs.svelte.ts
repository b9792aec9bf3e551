import type { Location } from '../../preload/contract/locations/location.ts';
import { Navigation } from './navigation.svelte.ts';

/** A location with its own history. Only the active tab is rendered. */
export interface Tab {
  readonly id: number;
  readonly navigation: Navigation;
}

/** More tabs cannot be told apart. */
export const maxTabs = 40;
const opening: Location = { view: 'overview' };

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

  get places(): readonly Location[] {
    return this.#all.map(({ navigation }) => navigation.location);
  }

  get activeIndex(): number {
    return this.#all.findIndex(({ id }) => id === this.#activeId);
  }

  restore(places: readonly Location[], activeIndex: number): void {
    const tabs = (places.length > 0 ? places : [opening]).slice(0, maxTabs).map((place) => this.#make(place));
    this.#all = tabs;
    this.#activeId = (tabs[activeIndex] ?? tabs[0])?.id ?? 0;
    this.#closed = [];
  }

  /** Opens beside the active tab. */
  open(location: Location = opening, { background = false } = {}): void {
    if (this.#all.length >= maxTabs) {
      if (!background) this.active.navigation.go(location);
      return;
    }
    const tab = this.#make(location);
    this.#all = this.#all.toSpliced(this.activeIndex + 1, 0, tab);
    if (!background) this.#activeId = tab.id;
  }

  activate(id: number): void {
    if (this.#all.some((tab) => tab.id === id)) this.#activeId = id;
  }

  /** Replaces the last tab with a new one. */
  close(id: number): void {
    const index = this.#all.findIndex((tab) => tab.id === id);
    const tab = this.#all[index];
    if (tab === undefined) return;
    this.#closed = [...this.#closed, tab.navigation.location].slice(-maxTabs);
    const rest = this.#all.toSpliced(index, 1);
    this.#all = rest.length > 0 ? rest : [this.#make(opening)];
    if (this.#activeId === id) this.#activeId = (this.#all[index] ?? this.#all.at(-1))?.id ?? 0;
  }

  reopen(): void {
    const last = this.#closed.at(-1);
    if (last === undefined) return;
    this.#closed = this.#closed.slice(0, -1);
    this.open(last);
  }

  step(by: 1 | -1): void {
    const index = (this.activeIndex + by + this.#all.length) % this.#all.length;
    this.activate(this.#all[index]?.id ?? this.#activeId);
  }

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
