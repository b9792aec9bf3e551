import { describe, expect, it } from 'vitest';
import { browse } from '../../../../renderer/shell/location.ts';
import { maxTabs, Tabs } from '../../../../renderer/shell/tabs.svelte.ts';

const [assets, tokens, issuers] = [browse('assets'), browse('tokens'), browse('issuers')];

describe('tabs', () => {
  it('open beside the one in front, or behind it', () => {
    const tabs = new Tabs();
    tabs.restore([assets, tokens], 0);
    tabs.open(issuers);
    expect(tabs.places).toEqual([assets, issuers, tokens]);
    expect(tabs.active.navigation.location).toEqual(issuers);
    tabs.open(assets, { background: true });
    expect(tabs.active.navigation.location).toEqual(issuers);
    expect(tabs.places).toEqual([assets, issuers, assets, tokens]);
  });

  it('have a history each', () => {
    const tabs = new Tabs();
    tabs.active.navigation.go(tokens);
    tabs.open(issuers);
    expect(tabs.active.navigation.canGoBack).toBe(false);
    tabs.step(-1);
    expect(tabs.active.navigation.canGoBack).toBe(true);
  });

  it('close to their neighbour, and one is always left', () => {
    const tabs = new Tabs();
    tabs.restore([assets, tokens, issuers], 1);
    tabs.close(tabs.activeId);
    expect(tabs.active.navigation.location).toEqual(issuers);
    tabs.close(tabs.activeId);
    expect(tabs.active.navigation.location).toEqual(assets);
    tabs.close(tabs.activeId);
    expect(tabs.places).toEqual([{ view: 'overview' }]);
  });

  it('that were closed open again, the last one first', () => {
    const tabs = new Tabs();
    tabs.restore([assets, tokens, issuers], 2);
    tabs.close(tabs.activeId);
    tabs.close(tabs.activeId);
    tabs.reopen();
    expect(tabs.active.navigation.location).toEqual(tokens);
    tabs.reopen();
    expect(tabs.active.navigation.location).toEqual(issuers);
    expect(tabs.canReopen).toBe(false);
  });

  it('move as far as there are places', () => {
    const tabs = new Tabs();
    tabs.restore([assets, tokens, issuers], 0);
    tabs.move(tabs.activeId, 5);
    expect(tabs.places).toEqual([tokens, issuers, assets]);
    tabs.move(tabs.activeId, -1);
    expect(tabs.places).toEqual([tokens, assets, issuers]);
  });

  it('go round and round', () => {
    const tabs = new Tabs();
    tabs.restore([assets, tokens], 1);
    tabs.step(1);
    expect(tabs.activeIndex).toBe(0);
    tabs.step(-1);
    expect(tabs.activeIndex).toBe(1);
  });

  it('are not more than can be found again', () => {
    const tabs = new Tabs();
    for (let opened = 0; opened < 100; opened += 1) tabs.open(tokens);
    expect(tabs.all).toHaveLength(maxTabs);
  });
});
