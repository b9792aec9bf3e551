import type { Proxy } from '../../../preload/contract/proxy.ts';
import type { Settings, SettingsChange } from '../../../preload/contract/settings.ts';
import { confirm, listed, type Confirmation } from '../ask.ts';

/**
 * Confirms, outside of the page, settings that change the route of requests, send them elsewhere, or let the
 * app run unseen. Turning icons or running unseen off needs no confirmation.
 * @throws FailureError `canceled` unless the user agrees
 */
export async function confirmSettings(change: SettingsChange, before: Settings): Promise<void> {
  for (const question of questionsOf(change, before)) await confirm(question, 'The setting was not changed.');
}

function questionsOf(
  { proxy, icons, startAtLogin, keepRunning }: SettingsChange,
  before: Settings,
): Confirmation[] {
  const questions: Confirmation[] = [];
  if (proxy !== undefined && wayOf(proxy) !== wayOf(before.proxy)) questions.push(questionOfProxy(proxy));
  if (icons === 'any' && before.icons !== 'any')
    questions.push({
      message: 'Fetch icons from any host?',
      detail: 'Hosts that records name learn that this computer shows them.',
      agree: 'Fetch icons',
    });
  if (startAtLogin === true && !before.startAtLogin)
    questions.push({
      message: 'Start RWA Explorer when you log in?',
      detail: 'It starts without a window, behind its icon in the tray.',
      agree: 'Start at login',
    });
  if (keepRunning === true && !before.keepRunning)
    questions.push({
      message: 'Keep RWA Explorer running when its window is closed?',
      detail: 'It goes on sending requests for watchlists and schedules.',
      agree: 'Keep running',
    });
  return questions;
}

/** Returns equal texts for equal routes: the address and bypass count only in mode `address`. */
function wayOf({ mode, address, bypass }: Proxy): string {
  return mode === 'address' ? `${address} ${bypass}` : mode;
}

function questionOfProxy({ mode, address, bypass }: Proxy): Confirmation {
  const type = 'warning';
  const asks = 'Continue only if you changed the setting yourself.';
  if (mode === 'address')
    return {
      type,
      message: 'Send all requests through this proxy?',
      detail: `${listed({ Proxy: address, 'Not used for': bypass === '' ? 'this computer' : `this computer, ${bypass}` })}\n\nIt learns which hosts the app connects to. ${asks}`,
      agree: 'Use proxy',
    };
  return mode === 'system'
    ? {
        type,
        message: 'Send all requests through the proxy of the system?',
        detail: `Where the system has none, the app connects to hosts itself. ${asks}`,
        agree: 'Use system default',
      }
    : {
        type,
        message: 'Send all requests without a proxy?',
        detail: `The app connects to hosts itself: the network and the hosts see the address of this computer. ${asks}`,
        agree: 'Use no proxy',
      };
}
