import { BrowserWindow, dialog } from 'electron';
import { FailureError } from '../../preload/contract/failures.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import { createSerialQueue } from '../platform/serialQueue.ts';
import { showNow } from './window.ts';

/** A native confirmation dialog. Enter cancels. */
export interface Confirmation {
  readonly type?: 'question' | 'warning';
  readonly message: string;
  readonly detail: string;
  readonly agree: string;
  readonly decline?: string;
}

const enqueue = createSerialQueue();
let unanswered = 0;

/** True while a dialog is open; other commands wait. */
export function isAsking(): boolean {
  return unanswered > 0;
}

export function askUser({
  type = 'question',
  message,
  detail,
  agree,
  decline = 'Cancel',
}: Confirmation): Promise<boolean> {
  return inTurn(async () => {
    const options = { type, message, detail, buttons: [agree, decline], defaultId: 1, cancelId: 1 };
    const window = askingWindow();
    const { response } = await (window === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(window, options));
    return response === 0;
  });
}

/** Asks like `askUser`. Throws `canceled` with `declined`, a sentence, unless the user agrees. */
export async function confirm(question: Confirmation, declined: string): Promise<void> {
  if (!(await askUser(question))) throw new FailureError({ code: 'canceled', message: declined });
}

/** Formats details one per line. Control characters are replaced, so page text cannot fake a line. */
export function listed(details: Readonly<Record<string, string>>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${value.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')}`)
    .join('\n');
}

export function asCode(value: unknown): string {
  const text = canonicalJson(value);
  return text.length > 1000 ? `${text.slice(0, 1000)}…` : text;
}

export function chooseFileToOpen(options: Electron.OpenDialogOptions): Promise<string | null> {
  return inTurn(async () => {
    const window = askingWindow();
    const { canceled, filePaths } = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options));
    return canceled ? null : (filePaths[0] ?? null);
  });
}

export function chooseFileToSave(options: Electron.SaveDialogOptions): Promise<string | null> {
  return inTurn(async () => {
    const window = askingWindow();
    const { canceled, filePath } = await (window === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(window, options));
    return canceled || filePath === '' ? null : filePath;
  });
}

/** Shows one dialog at a time, so that a page cannot cover one with another. */
function inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  unanswered += 1;
  return enqueue(ask).finally(() => {
    unanswered -= 1;
  });
}

/**
 * The parent window of a dialog, or null if there is none. Without a parent, macOS blocks the whole app
 * (`message_box_mac.mm`); elsewhere the dialog may open behind the window.
 */
function askingWindow(): BrowserWindow | null {
  const [window = null] = BrowserWindow.getAllWindows();
  // A dialog of a hidden window is hidden too.
  if (window?.isVisible() === false) showNow(window);
  return window;
}
