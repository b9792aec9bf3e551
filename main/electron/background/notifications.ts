import { randomUUID } from 'node:crypto';
import { Notification } from 'electron';
import { isInstalled } from '../../platform/system/installation.ts';
import { notificationText } from '../../platform/system/notificationText.ts';

interface Notice {
  readonly title: string;
  readonly body: string;
}

/** System notifications; they also show while the window is closed. */
interface Notifications {
  show(notice: Notice, onClick: () => void): void;
}

/** Older entries are dropped; the log has them all. */
const maxEntries = 50;

interface NotificationsOptions {
  /** Called with the reason if the system shows none; macOS refuses an unsigned app. */
  readonly onFailed: (why: string) => void;
  /** Called for a click on a notification from an earlier run, which starts the app on Windows. */
  readonly onLost: () => void;
}

export function createNotifications({ onFailed, onLost }: NotificationsOptions): Notifications {
  // `isSupported` points the Start menu entry at this program (`windows_toast_activator.cc`), so only the
  // installed app may call it.
  const isSupported = isInstalled() && Notification.isSupported();
  /** Keeps each notification referenced until it is clicked or closed; a collected one receives no click. */
  const shown = new Map<Notification, () => void>();
  /** Windows may report one click twice, in either order: to the notification and to the app. */
  const clickedIds = new Set<string>();
  function clicked(notification: Notification): void {
    const onClick = shown.get(notification);
    shown.delete(notification);
    clickedIds.add(notification.id);
    onClick?.();
  }
  const isWindows = process.platform === 'win32';
  if (isSupported && isWindows)
    Notification.handleActivation(({ arguments: told }) => {
      const known = [...shown.keys()].find(({ id }) => told.includes(id));
      if (known !== undefined) clicked(known);
      else if (![...clickedIds].some((id) => told.includes(id))) onLost();
    });
  return {
    show({ title, body }, onClick) {
      if (!isSupported) return;
      const [line, text] = [notificationText(title), notificationText(body)];
      const id = randomUUID();
      const notification = new Notification({
        id,
        title: line,
        body: text,
        ...(isWindows ? { toastXml: toastOf(id, [line, text]) } : {}),
      });
      notification.on('click', () => clicked(notification));
      notification.on('close', ({ reason }) => {
        // Windows moves it to the Action Center, which still accepts clicks.
        if (!isWindows || reason !== 'timedOut') shown.delete(notification);
      });
      notification.on('failed', (_event, why) => {
        shown.delete(notification);
        onFailed(why);
      });
      const [oldest] = shown.keys();
      if (shown.size >= maxEntries && oldest !== undefined) shown.delete(oldest);
      shown.set(notification, onClick);
      notification.show();
    },
  };
}

/**
 * A Windows toast whose launch argument contains its id. Electron's own toast (`GetToastXml` in
 * `windows_toast_notification.cc`) has none. Rule: Windows, "Toast schema".
 */
function toastOf(id: string, lines: readonly string[]): string {
  const texts = lines.filter(Boolean).map(
    (line) =>
      `<text>${line
        .replaceAll(/[\uFFFE\uFFFF]/g, '')
        .replaceAll('&', '&amp;')
        .replaceAll('>', '&gt;')}</text>`,
  );
  return `<toast launch="type=click&amp;tag=${id}"><visual><binding template="ToastGeneric">${texts.join('')}</binding></visual></toast>`;
}
