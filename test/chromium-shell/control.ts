/** What a test can say to the shell that it started with a channel (`stdio: […, 'ipc']`), and what it hears. */
export interface AnswerMessage {
  /** The dialog that this answers, once: `showSaveDialog`, `showOpenDialog` or `showMessageBox`. */
  answer: string;
  value: unknown;
}

export interface ChoiceMessage {
  /** The label of the entry of the menu bar that the user chooses. */
  choose: string;
}

/** What the user, or the computer, does outside of the windows. */
export type OutsideMessage =
  | ChoiceMessage
  /** The label of the entry of the tray's menu that the user chooses. */
  | { chooseInTray: string }
  /** The title of the notification that the user clicks. */
  | { clickNotification: string }
  | { battery: boolean };

export interface ReportMessage {
  /**
   * What the app asked of the world outside: `shell.openExternal`, `shell.showItemInFolder`, `dialog.showErrorBox`,
   * `notification.show`, `tray`, `app.setBadgeCount`, `app.setLoginItemSettings`, `app.relaunch`; and how it guards its pages:
   * `app.enableSandbox`, `new BrowserWindow` with its web preferences, `BrowserWindow.loadURL`.
   */
  did: string;
  args: unknown[];
}

/** Reported once for each message, in their order, when it has been heeded. */
export const heard = 'control.heard';

/**
 * The channel to the process that started the shell. Without one the shell acts for a user: it opens links and
 * folders, and asks in the window.
 */
export class Control {
  readonly connected: boolean;
  private readonly answers = new Map<string, unknown[]>();

  constructor(onDisconnect: () => void, onOutside: (message: OutsideMessage) => void) {
    this.connected = process.send !== undefined;
    if (!this.connected) return;
    process.on('message', (message: AnswerMessage | OutsideMessage) => {
      if ('answer' in message) {
        this.answers.set(message.answer, [...(this.answers.get(message.answer) ?? []), message.value]);
      } else onOutside(message);
      // Whoever sent it goes on only now: what the page does next may need the answer.
      this.report(heard);
    });
    process.on('disconnect', onDisconnect);
    // The channel alone is no reason to go on living.
    process.channel?.unref();
  }

  /** The next answer to a dialog, or undefined when nobody has given one. */
  takeAnswer(dialog: string): unknown {
    const [first, ...rest] = this.answers.get(dialog) ?? [];
    this.answers.set(dialog, rest);
    return first;
  }

  report(did: string, ...args: unknown[]): void {
    const message: ReportMessage = { did, args };
    process.send?.(message, undefined, undefined, () => {
      // Whoever started the shell may have left; the app goes on to its end.
    });
  }
}
