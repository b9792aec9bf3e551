import type { BackgroundState } from '../../../preload/contract/background.ts';
import type { Settings } from '../../../preload/contract/settings.ts';

/** What is known of the computer. */
export interface Surroundings {
  readonly onBattery: boolean;
  /** The system asks programs to save data. Chromium tells; it does not tell whether a network is metered. */
  readonly savesData: boolean;
}

type Wishes = Pick<Settings, 'pauseOnBattery' | 'pauseOnMetered' | 'networkIsMetered'>;

/** Why nothing is to be asked for watchlists now; null where nothing stands against it. */
export function holdReason(wishes: Wishes, { onBattery, savesData }: Surroundings): BackgroundState['held'] {
  if (wishes.pauseOnBattery && onBattery) return 'battery';
  if (wishes.pauseOnMetered && (savesData || wishes.networkIsMetered)) return 'metered';
  return null;
}
