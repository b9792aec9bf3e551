import { FailureError } from '../../preload/contract/failures.ts';
import type { Settings, SettingsChange } from '../../preload/contract/settings.ts';
import { askUser, type Question } from './ask.ts';

/**
 * Asks the user, outside of the page, about settings that send requests elsewhere or make the app run where nobody sees it. What takes such a
 * setting back is not asked.
 * @throws FailureError `cancelled` unless the user agrees
 */
export async function confirmSettings(change: SettingsChange, before: Settings): Promise<void> {
  for (const question of questionsOf(change, before)) {
    if (!(await askUser(question)))
      throw new FailureError({ code: 'cancelled', message: 'The setting was not changed.' });
  }
}

function questionsOf(
  { proxy, icons, startAtLogin, keepRunning }: SettingsChange,
  before: Settings,
): Question[] {
  const isOtherProxy =
    proxy?.mode === 'address' && (before.proxy.mode !== 'address' || before.proxy.address !== proxy.address);
  return [
    ...(isOtherProxy
      ? [
          {
            type: 'warning' as const,
            message: 'Send all requests through this proxy?',
            detail: `${proxy.address}\n\nIt learns which hosts the app connects to. Continue only if you entered the address yourself.`,
            agree: 'Use proxy',
          },
        ]
      : []),
    ...(icons === 'any' && before.icons !== 'any'
      ? [
          {
            message: 'Fetch icons from any host?',
            detail: 'Hosts that records name learn that this computer shows them.',
            agree: 'Fetch icons',
          },
        ]
      : []),
    ...(startAtLogin === true && !before.startAtLogin
      ? [
          {
            message: 'Start RWA Explorer when you log in?',
            detail: 'It starts without a window, behind its icon in the tray.',
            agree: 'Start at login',
          },
        ]
      : []),
    ...(keepRunning === true && !before.keepRunning
      ? [
          {
            message: 'Keep RWA Explorer running when its window is closed?',
            detail: 'It goes on sending requests for watchlists and schedules.',
            agree: 'Keep running',
          },
        ]
      : []),
  ];
}
