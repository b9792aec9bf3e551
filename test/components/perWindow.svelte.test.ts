import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { perWindow } from '../../renderer/shell/perWindow.svelte.ts';

class Counter {
  count = $state(0);
  readonly doubled = $derived(this.count * 2);
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Runs in an effect that ends at once, as that of a view does once it is left. */
function inLeftView<Value>(read: () => Value): Value {
  let value: Value | undefined;
  const leave = $effect.root(() => {
    $effect(() => {
      value = read();
    });
  });
  flushSync();
  leave();
  if (value === undefined) throw new Error('The effect has not run.');
  return value;
}

describe('what is kept for a window', () => {
  const counterOf = perWindow((_: object, _of: object, name: string) => new Counter(name));

  it('is one for each key', () => {
    const [app, other] = [{}, {}];
    const [tab, second] = [{}, {}];
    expect(counterOf(app, tab, 'one')).toBe(counterOf(app, tab, 'one'));
    const all = [
      counterOf(app, tab, 'one'),
      counterOf(app, tab, 'two'),
      counterOf(app, second, 'one'),
      counterOf(other, tab, 'one'),
    ];
    expect(new Set(all).size).toBe(4);
  });

  it('is made anew for the key that was forgotten', () => {
    const [app, tab] = [{}, {}];
    const [one, two] = [counterOf(app, tab, 'one'), counterOf(app, tab, 'two')];
    counterOf.forget(app, tab, 'one');
    expect(counterOf(app, tab, 'one')).not.toBe(one);
    expect(counterOf(app, tab, 'two')).toBe(two);
  });

  it('goes on deriving once the view that made it is left', () => {
    const counter = inLeftView(() => {
      const made = counterOf({}, {}, 'one');
      expect(made.doubled).toBe(0);
      return made;
    });
    counter.count = 2;
    expect(counter.doubled).toBe(4);
  });
});
