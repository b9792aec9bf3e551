import { describe, expect, it } from 'vitest';
import { pauseReason } from '../../../../../../main/features/watchlists/checks/pauseReason.ts';

const free = { onBattery: false, savesData: false };
const preferences = { pauseOnBattery: true, pauseOnMetered: true, networkIsMetered: false };

describe('what pauses watchlists', () => {
  it('is nothing on mains and a network without a limit', () => {
    expect(pauseReason(preferences, free)).toBeNull();
  });

  it('is the battery, where the user wants that', () => {
    expect(pauseReason(preferences, { ...free, onBattery: true })).toBe('battery');
    expect(pauseReason({ ...preferences, pauseOnBattery: false }, { ...free, onBattery: true })).toBeNull();
  });

  it('is a metered network by the word of the system or of the user, where the user wants that', () => {
    expect(pauseReason(preferences, { ...free, savesData: true })).toBe('metered');
    expect(pauseReason({ ...preferences, networkIsMetered: true }, free)).toBe('metered');
    expect(pauseReason({ ...preferences, networkIsMetered: true, pauseOnMetered: false }, free)).toBeNull();
  });
});
