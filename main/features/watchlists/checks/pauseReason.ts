import type { BackgroundState } from '../../../../preload/contract/background.ts';
import type { Settings } from '../../../../preload/contract/settings.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Environment {
  readonly onBattery: boolean;
  /** The system's data saver, which Chromium reports, unlike metered networks. */
  readonly savesData: boolean;
}

type Preferences = Pick<Settings, 'pauseOnBattery' | 'pauseOnMetered' | 'networkIsMetered'>;

/** Returns null if requests may be sent. */
export function pauseReason(
  preferences: Preferences,
  { onBattery, savesData }: Environment,
): BackgroundState['pausedBy'] {
  if (preferences.pauseOnBattery && onBattery) return 'battery';
  if (preferences.pauseOnMetered && (savesData || preferences.networkIsMetered)) return 'metered';
  return null;
}

/**
 * Returns whether this Linux computer runs on battery, which Chromium does not report
 * (`power_monitor_device_source_stub`). Rule: the kernel's `Documentation/ABI/testing/sysfs-class-power`.
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
        // Ignores batteries of a mouse or keyboard.
        read(name, 'scope') !== 'Device' &&
        read(name, 'status') === 'Discharging',
    );
  } catch {
    return false;
  }
}
