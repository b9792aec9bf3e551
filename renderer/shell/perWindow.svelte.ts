/**
 * What a feature keeps from its first use until the window closes: `const labelsOf = perWindow(({ bridge }: WithBridge) => new LabelsState(bridge))`.
 * @param make is handed the `AppState`, of which it names what it needs
 */
export function perWindow<App extends object, State extends object>(
  make: (app: App) => State,
): (app: App) => State {
  const made = new WeakMap<App, State>();
  const of = (app: App): State => {
    const known = made.get(app);
    if (known !== undefined) return known;
    // In a root of its own: what is derived in the effects of a view stands still once the view is left.
    $effect.root(() => {
      made.set(app, make(app));
    });
    return of(app);
  };
  return of;
}
