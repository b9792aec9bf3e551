/** Objects are weak keys. */
class Kept<State> {
  state: State | undefined;
  readonly #ofObjects = new WeakMap<object, Kept<State>>();
  readonly #ofTexts = new Map<string, Kept<State>>();

  of(key: object | string): Kept<State> {
    const known = typeof key === 'string' ? this.#ofTexts.get(key) : this.#ofObjects.get(key);
    if (known !== undefined) return known;
    const made = new Kept<State>();
    if (typeof key === 'string') this.#ofTexts.set(key, made);
    else this.#ofObjects.set(key, made);
    return made;
  }
}

interface PerWindow<App, Keys extends readonly unknown[], State> {
  (app: App, ...keys: Keys): State;
  readonly forget: (app: App, ...keys: Keys) => void;
}

/**
 * State from first use until the window closes: `const labelsOf = perWindow(({ bridge }: WithBridge) => new
 * LabelsState(bridge))`. With keys, one for each: `perWindow(({ bridge }: WithBridge, connectionId: string)
 * => new Workspace(bridge, connectionId))`. What is forgotten is made anew at the next use.
 * @param make gets the `AppState`
 */
export function perWindow<
  App extends object,
  Keys extends readonly (object | string)[],
  State extends object,
>(make: (app: App, ...keys: Keys) => State): PerWindow<App, Keys, State> {
  const all = new Kept<State>();
  const keptOf = (app: App, keys: Keys): Kept<State> =>
    [app, ...keys].reduce((within: Kept<State>, key) => within.of(key), all);
  const of = (app: App, ...keys: Keys): State => {
    const kept = keptOf(app, keys);
    if (kept.state !== undefined) return kept.state;
    // Its own effect root: values derived in a view's effect stop when the view closes.
    $effect.root(() => {
      kept.state = make(app, ...keys);
    });
    return of(app, ...keys);
  };
  const forget = (app: App, ...keys: Keys): void => {
    keptOf(app, keys).state = undefined;
  };
  return Object.assign(of, { forget });
}
