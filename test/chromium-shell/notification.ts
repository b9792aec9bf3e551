import { randomUUID } from 'node:crypto';
import type { Control } from './control.ts';
import { Emitter } from './emitter.ts';
import { electronName } from './lacking.ts';

export type NotificationOptions = Pick<
  Electron.NotificationConstructorOptions,
  'id' | 'title' | 'body' | 'silent'
>;

interface NotificationEvents {
  show: [event: object];
  click: [event: object];
  close: [event: Electron.NotificationCloseEventParams];
  /** Nobody refuses one: listened to, never happens. */
  failed: [event: object, why: string];
}

type Members = Pick<Electron.Notification, 'show' | 'id' | 'title' | 'body'>;

/** The notifications that are on the screen, as far as the shell has one. */
export type Shown = Set<ShellNotification>;

/** `Notification`: told to the process that started the shell, which may click it. Nothing appears on a screen. */
export class ShellNotification extends Emitter<NotificationEvents> implements Members {
  readonly [electronName] = 'electron.Notification';
  readonly id: string;
  readonly title: string;
  readonly body: string;
  protected readonly events = ['show', 'click', 'close', 'failed'] as const;
  private readonly control: Control;
  private readonly shown: Shown;

  constructor(
    control: Control,
    shown: Shown,
    { id = randomUUID(), title = '', body = '' }: NotificationOptions,
  ) {
    super();
    this.control = control;
    this.shown = shown;
    this.id = id;
    this.title = title;
    this.body = body;
  }

  show(): void {
    this.shown.add(this);
    this.control.report('notification.show', this.title, this.body);
    this.happen('show', {});
  }
}

/** The user clicks the last one with this title, which takes it away. For the shell, not for the app. */
export function clickNotification(shown: Shown, title: string): void {
  const clicked = [...shown].findLast((notification) => notification.title === title);
  if (clicked === undefined) return;
  shown.delete(clicked);
  clicked.happen('click', {});
}
