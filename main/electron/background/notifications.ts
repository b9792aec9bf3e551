import { Notification } from 'electron';
import type { Firing } from '../../../preload/contract/alerts.ts';
import { notificationText } from './notificationText.ts';

/** Shows what the system is to tell the user, also while the window is closed. */
export interface Notifications {
  /** `onClick` opens what raised it. */
  show(firing: Firing, onClick: (firing: Firing) => void): void;
}

/** More do not wait for a click: the log has them all. */
const maxEntries = 50;

export function createNotifications(): Notifications {
  /** Referenced until they are clicked or closed: without a reference the system's click would reach nobody. */
  const shown = new Set<Notification>();
  return {
    show(firing, onClick) {
      if (!Notification.isSupported()) return;
      const notification = new Notification({
        title: notificationText(firing.name),
        body: notificationText(firing.why),
      });
      notification.on('click', () => {
        shown.delete(notification);
        onClick(firing);
      });
      notification.on('close', () => shown.delete(notification));
      const [oldest] = shown;
      if (shown.size >= maxEntries && oldest !== undefined) shown.delete(oldest);
      shown.add(notification);
      notification.show();
    },
  };
}
