import { Notification } from 'electron';
import { notificationText } from './notificationText.ts';

/** What the user is told. */
export interface Notice {
  readonly title: string;
  readonly body: string;
}

/** Shows what the system is to tell the user, also while the window is closed. */
export interface Notifications {
  /** `onClick` opens what raised it. */
  show(notice: Notice, onClick: () => void): void;
}

/** More do not wait for a click: the log has them all. */
const maxEntries = 50;

/** @param onFailed told why the system shows none, as macOS does of an app that is not signed */
export function createNotifications(onFailed: (why: string) => void): Notifications {
  /** Referenced until they are clicked or closed: without a reference the system's click would reach nobody. */
  const shown = new Set<Notification>();
  return {
    show({ title, body }, onClick) {
      if (!Notification.isSupported()) return;
      const notification = new Notification({
        title: notificationText(title),
        body: notificationText(body),
      });
      notification.on('click', () => {
        shown.delete(notification);
        onClick();
      });
      notification.on('close', () => shown.delete(notification));
      notification.on('failed', (_event, why) => {
        shown.delete(notification);
        onFailed(why);
      });
      const [oldest] = shown;
      if (shown.size >= maxEntries && oldest !== undefined) shown.delete(oldest);
      shown.add(notification);
      notification.show();
    },
  };
}
