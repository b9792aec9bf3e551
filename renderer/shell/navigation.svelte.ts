import { canonicalJson } from '../../preload/contract/json.ts';
import { browse, queryOf, type BrowseLocation, type Location } from './location.ts';

const maxSteps = 200;

export class Navigation {
  readonly #start: Location;
  #entries = $state.raw<readonly Location[]>([]);
  #index = $state(0);
  /** Search text that was not submitted. */
  readonly #typed = new WeakMap<Location, string>();

  constructor(start: Location = browse('assets')) {
    this.#start = start;
    this.#entries = [start];
  }

  get location(): Location {
    return this.#entries[this.#index] ?? this.#start;
  }

  get canGoBack(): boolean {
    return this.#index > 0;
  }

  get canGoForward(): boolean {
    return this.#index < this.#entries.length - 1;
  }

  canStepList(by: -1 | 1): boolean {
    return this.#otherList(by) !== null;
  }

  /** Steps over what opened beside the table to its last or next conditions, sort or search. */
  stepList(by: -1 | 1): void {
    this.#index = this.#otherList(by) ?? this.#index;
  }

  /** Null if another table, another view or the end comes first. */
  #otherList(by: -1 | 1): number | null {
    const { location } = this;
    if (location.view !== 'browse') return null;
    const shown = canonicalJson(queryOf(location));
    for (let index = this.#index + by; ; index += by) {
      const step = this.#entries[index];
      if (step?.view !== 'browse' || step.resource !== location.resource) return null;
      if (canonicalJson(queryOf(step)) !== shown) return index;
    }
  }

  /** Drops the steps ahead. */
  go(location: Location): void {
    const entries = [...this.#entries.slice(0, this.#index + 1), location].slice(-maxSteps);
    this.#entries = entries;
    this.#index = entries.length - 1;
  }

  /** The latest matching location, as it was left. */
  lastWhere(matches: (location: Location) => boolean): Location | undefined {
    return this.#entries.slice(0, this.#index + 1).findLast(matches);
  }

  /** Adds no history step. */
  replace(location: Location): void {
    this.#entries = this.#entries.with(this.#index, location);
  }

  wordsOf(location: BrowseLocation): string {
    return this.#typed.get(location) ?? location.search;
  }

  type(words: string): void {
    this.#typed.set(this.location, words);
  }

  /** Throws outside the browser. */
  change(part: Partial<BrowseLocation>, { step }: { step: boolean } = { step: true }): void {
    const { location } = this;
    if (location.view !== 'browse')
      throw new Error(`The view “${location.view}” has no ${Object.keys(part).join(', ')} to change.`);
    const changed = { ...location, ...part };
    const typed = this.#typed.get(location);
    if (part.search !== undefined) this.#typed.delete(location);
    else if (typed !== undefined) this.#typed.set(changed, typed);
    if (step) this.go(changed);
    else this.replace(changed);
  }

  back(): void {
    if (this.canGoBack) this.#index -= 1;
  }

  forward(): void {
    if (this.canGoForward) this.#index += 1;
  }
}
