import { describe, expect, it } from 'vitest';
import { saveTabs, openTabs } from '../../../../../main/features/places/savedTabs.ts';
import type { Location } from '../../../../../preload/contract/locations/location.ts';

const jobs: Location = { view: 'jobs' };
const settings: Location = { view: 'settings' };

describe('the views that were open', () => {
  it('are opened again', () => {
    expect(openTabs(saveTabs({ places: [jobs, settings], active: 1 })).tabs).toEqual({
      places: [jobs, settings],
      active: 1,
    });
  });

  it('are opened without those that the app does not know', () => {
    const places = [{ view: 'from a newer version' }, settings, 7, { view: 'jobs', more: true }, jobs];
    expect(openTabs({ places, active: 4 }).tabs).toEqual({ places: [settings, jobs], active: 1 });
    expect(openTabs({ places, active: 0 }).tabs?.active).toBe(0);
  });

  it.each([[null], ['text'], [{}], [{ places: 'none' }], [{ places: [null], active: -1 }]])(
    'that are stored as %j open nothing',
    (stored) => {
      expect(openTabs(stored).tabs).toBeNull();
    },
  );

  it('are left alone once the app has failed twice to show them, until it has shown others', () => {
    const stored = saveTabs({ places: [jobs], active: 0 });
    const first = openTabs(stored);
    const second = openTabs(first.value);
    const third = openTabs(second.value);
    expect([first.tabs, second.tabs, third.tabs].map((tabs) => tabs !== null)).toEqual([true, true, false]);
    expect(openTabs(saveTabs({ places: [jobs], active: 0 })).tabs).not.toBeNull();
  });
});
