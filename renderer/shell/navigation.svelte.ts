import { browse, type BrowseLocation, type Location } from './location.ts';

/** More steps back than these are forgotten. */
const maxSteps = 200;

/** Where the user is and was. */
export class Navigation {
  readonly #start: Location;
  #entries = $state.raw<readonly Location[]>([]);
  #index = $state(0);
  /** What was typed into the search box of a place and not entered. */
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

  /** Goes to a place; what lay ahead is forgotten. */
  go(location: Location): void {
    const entries = [...this.#entries.slice(0, this.#index + 1), location].slice(-maxSteps);
    this.#entries = entries;
    this.#index = entries.length - 1;
  }

  /** The latest place on the way here for which `matches` holds, as it was left. */
  lastWhere(matches: (location: Location) => boolean): Location | undefined {
    return this.#entries.slice(0, this.#index + 1).findLast(matches);
  }

  /** Changes the place without a step: for what a user would not call going somewhere. */
  replace(location: Location): void {
    this.#entries = this.#entries.with(this.#index, location);
  }

  /** The words in the search box of a place: those that were typed, else those that it looks for. */
  wordsOf(location: BrowseLocation): string {
    return this.#typed.get(location) ?? location.search;
  }

  /** Keeps words that are typed into the search box: as long as they are not entered, changes of the place leave them. */
  type(words: string): void {
    this.#typed.set(this.location, words);
  }

  /** Changes part of what the browser shows. Throws in another view, which has nothing of it. */
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
