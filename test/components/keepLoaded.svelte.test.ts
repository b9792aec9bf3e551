import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import type { EventPayload } from '../../preload/contract/bridge.ts';
import { keepLoaded, type Dependencies } from '../../renderer/shell/keepLoaded.svelte.ts';

type Refreshed = EventPayload<'refreshed'>;

/** A view that depends on what `state` says, and what it did. */
function begin(): {
  state: Dependencies;
  emit: (what: Refreshed) => void;
  did: string[];
  leave: () => void;
} {
  const state = $state<Dependencies & { question: { id: number } }>({
    connectionId: 'one',
    access: { offline: false, key: 'abcd' },
    records: ['assets', 'networks'],
    question: { id: 1 },
  });
  const did: string[] = [];
  const listeners = new Set<(what: Refreshed) => void>();
  const bridge = {
    onRefreshed: (listener: (what: Refreshed) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const leave = $effect.root(() => {
    keepLoaded(bridge, () => state, {
      load: (again) => did.push(again ? 'again' : 'load'),
      refreshed: ({ resource }) => did.push(resource),
      close: () => did.push('close'),
    });
  });
  flushSync();
  const emit = (what: Refreshed): void => {
    for (const listener of listeners) listener(what);
  };
  return { state, emit, did, leave };
}

type Change = Partial<Dependencies>;

describe('what a view shows', () => {
  it.each<[what: string, change: Change, then: string[]]>([
    ['the connection', { connectionId: 'two' }, ['load']],
    ['the question', { question: { id: 2 } }, ['load']],
    ['the resources', { records: ['tokens'] }, ['load']],
    ['offline', { access: { offline: true, key: 'abcd' } }, ['again']],
    ['the key', { access: { offline: false, key: null } }, ['again']],
    ['nothing: an equal question', { question: { id: 1 } }, []],
    ['nothing: equal access', { access: { offline: false, key: 'abcd' } }, []],
  ])('is loaded at once, and again after a change of %s', (_what, change, then) => {
    const { state, did, leave } = begin();
    expect(did).toEqual(['load']);
    Object.assign(state, change);
    flushSync();
    expect(did.slice(1)).toEqual(then);
    leave();
  });

  it('hears of records of its connection and resources alone, until it is left', () => {
    const { state, emit, did, leave } = begin();
    emit({ connectionId: 'one', resource: 'networks', key: '' });
    emit({ connectionId: 'two', resource: 'networks', key: '' });
    emit({ connectionId: 'one', resource: 'tokens', key: '' });
    Object.assign(state, { connectionId: 'two' });
    flushSync();
    emit({ connectionId: 'two', resource: 'assets', key: '' });
    expect(did).toEqual(['load', 'networks', 'load', 'assets']);
    leave();
    emit({ connectionId: 'two', resource: 'assets', key: '' });
    expect(did.slice(4)).toEqual(['close']);
  });
});
