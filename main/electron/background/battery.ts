import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
