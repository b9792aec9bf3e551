import type { BackgroundState } from '../../../../preload/contract/background.ts';
import type { Settings } from '../../../../preload/contract/settings.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is known of the computer. */
export interface Environment {
  readonly onBattery: boolean;
  /** The system asks programs to save data. Chromium reports that, but not whether a network is metered. */
  readonly savesData: boolean;
}

type Preferences = Pick<Settings, 'pauseOnBattery' | 'pauseOnMetered' | 'networkIsMetered'>;

/** Why no request is sent for watchlists now; null where nothing stands against it. */
export function pauseReason(
  preferences: Preferences,
  { onBattery, savesData }: Environment,
): BackgroundState['pausedBy'] {
  if (preferences.pauseOnBattery && onBattery) return 'battery';
  if (preferences.pauseOnMetered && (savesData || preferences.networkIsMetered)) return 'metered';
  return null;
}

/**
 * Whether a battery of this Linux gives its power. Chromium does not say there (`power_monitor_device_source_stub` in its `base`).
 * Rule: the kernel's `Documentation/ABI/testing/sysfs-class-power`.
 */
export function isDischarging(folder = '/sys/class/power_supply'): boolean {
  const read = (name: string, member: string): string => {
    try {
      return readFileSync(join(folder, name, member), 'utf8').trim();
    } catch {
      return '';
    }
  };
  try {
    return readdirSync(folder).some(
      (name) =>
        read(name, 'type') === 'Battery' &&
        // Those of a mouse or a keyboard give the computer none.
        read(name, 'scope') !== 'Device' &&
        read(name, 'status') === 'Discharging',
    );
  } catch {
    return false;
  }
}
