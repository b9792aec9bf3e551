import { randomUUID } from 'node:crypto';
import { Notification } from 'electron';
import { isInstalled } from '../../platform/system/installation.ts';
import { notificationText } from '../../platform/system/notificationText.ts';

/** What the user is told. */
interface Notice {
  readonly title: string;
  readonly body: string;
}

/** Shows what the system is to tell the user, also while the window is closed. */
interface Notifications {
  /** `onClick` opens what raised it. */
  show(notice: Notice, onClick: () => void): void;
}

/** More do not wait for a click: the log has them all. */
const maxEntries = 50;

interface NotificationsOptions {
  /** Told why the system shows none, as macOS does of an app that is not signed. */
  readonly onFailed: (why: string) => void;
  /** Called where one is clicked that an earlier run of the app has shown: Windows starts the app for it. */
  readonly onLost: () => void;
}

export function createNotifications({ onFailed, onLost }: NotificationsOptions): Notifications {
  // Electron's first look at them points the Start menu's entry at this program (`windows_toast_activator.cc`), which is that of an installed app.
  const isSupported = isInstalled() && Notification.isSupported();
  /** Referenced until they are clicked or closed: without a reference the system's click would reach nobody. */
  const shown = new Map<Notification, () => void>();
  /** Windows may tell of one click twice, in either order: to the notification, and to the app. */
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
        // Windows moves it to the Action Center then, where it can be clicked still.
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
 * A notification of Windows that names itself in what a click hands to the app: in Electron's own (`GetToastXml` in
 * `windows_toast_notification.cc`) nothing does. Rule: Windows, "Toast schema".
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
