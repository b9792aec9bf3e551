import { describe, expect, it } from 'vitest';
import { browse } from '../../../../renderer/shell/location.ts';
import { Navigation } from '../../../../renderer/shell/navigation.svelte.ts';

describe('back and forward', () => {
  it('lead along the visited locations', () => {
    const navigation = new Navigation();
    navigation.go(browse('tokens'));
    navigation.go({ view: 'jobs' });
    navigation.back();
    expect(navigation.location).toEqual(browse('tokens'));
    expect([navigation.canGoBack, navigation.canGoForward]).toEqual([true, true]);
    navigation.forward();
    expect(navigation.location).toEqual({ view: 'jobs' });
    navigation.forward();
    expect(navigation.canGoForward).toBe(false);
  });

  it('a new step forgets what lay ahead', () => {
    const navigation = new Navigation();
    navigation.go(browse('tokens'));
    navigation.back();
    navigation.go(browse('issuers'));
    navigation.back();
    navigation.forward();
    expect(navigation.location).toEqual(browse('issuers'));
  });

  it('a change that is no step is not gone back to', () => {
    const navigation = new Navigation();
    navigation.change({ recordId: 1 });
    navigation.change({ recordId: 2 }, { step: false });
    navigation.back();
    expect(navigation.location).toEqual(browse('assets'));
  });

  it('words that are typed stay with a place and what it is changed to, until they are entered', () => {
    const navigation = new Navigation();
    const words = (): string => {
      const { location } = navigation;
      return location.view === 'browse' ? navigation.wordsOf(location) : '';
    };
    navigation.type('trea');
    navigation.change({ query: { filter: { operator: 'equals', field: 'id', value: 1 } } });
    navigation.change({ row: 3 }, { step: false });
    expect(words()).toBe('trea');
    navigation.go(browse('assets'));
    expect(words()).toBe('');
    navigation.back();
    navigation.change({ search: 'treasury' });
    expect(words()).toBe('treasury');
    navigation.back();
    expect(words()).toBe('');
  });

  it('steps to the last and next list of a table pass over records that were opened', () => {
    const navigation = new Navigation();
    const funds = { filter: { operator: 'equals', field: 'id', value: 1 } };
    navigation.change({ recordId: 1 });
    expect(navigation.canStepList(-1)).toBe(false);
    navigation.change({ query: funds, recordId: undefined });
    navigation.change({ recordId: 2 });
    navigation.change({ search: 'gold', recordId: undefined });
    navigation.stepList(-1);
    expect(navigation.location).toMatchObject({ search: '', query: funds, recordId: 2 });
    navigation.stepList(-1);
    expect(navigation.location).toMatchObject({ query: {} });
    expect([navigation.canStepList(-1), navigation.canStepList(1)]).toEqual([false, true]);
    navigation.stepList(1);
    expect(navigation.location).toMatchObject({ query: funds, search: '' });
    navigation.stepList(1);
    expect(navigation.location).toMatchObject({ search: 'gold' });
    navigation.go(browse('tokens'));
    expect(navigation.canStepList(-1)).toBe(false);
  });

  it('what belongs to a table is refused in another view', () => {
    const navigation = new Navigation({ view: 'jobs' });
    expect(() => {
      navigation.change({ summary: 'name' });
    }).toThrow('“jobs”');
  });

  it('only so many steps are stored', () => {
    const navigation = new Navigation();
    for (let row = 1; row <= 500; row += 1) navigation.go({ ...browse('assets'), row });
    let steps = 0;
    for (; navigation.canGoBack; steps += 1) navigation.back();
    expect(steps).toBe(199);
  });
});
