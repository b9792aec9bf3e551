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

export interface QuitMessage {
  quit: true;
}

/** Begins a run of the app, with these switches, in a process that runs it again and again (`warm.ts`). */
export interface RunMessage {
  run: string[];
}

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
/** Reported of a run that was begun by a message, with the exit code of the app. */
export const runEnded = 'run.ended';

/**
 * The channel to the process that started the shell. Without one the shell acts for a user: it opens links and
 * folders, and asks in the window.
 */
export class Control {
  readonly connected: boolean;
  /** Hears and reports nothing more. */
  readonly close: () => void;
  private readonly answers = new Map<string, unknown[]>();

  /** @param onQuit called when whoever started the app wants it to quit, or is gone */
  constructor(onQuit: () => void, onOutside: (message: OutsideMessage) => void) {
    this.connected = process.send !== undefined;
    const hear = (message: AnswerMessage | OutsideMessage | QuitMessage): void => {
      if ('answer' in message) {
        this.answers.set(message.answer, [...(this.answers.get(message.answer) ?? []), message.value]);
      } else if ('quit' in message) onQuit();
      else onOutside(message);
      // Whoever sent it goes on only now: what the page does next may need the answer.
      this.report(heard);
    };
    this.close = () => process.off('message', hear).off('disconnect', onQuit);
    if (!this.connected) return;
    process.on('message', hear).on('disconnect', onQuit);
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
