import type { BackgroundState } from '../../../preload/contract/background.ts';
import type { Settings } from '../../../preload/contract/settings.ts';

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
