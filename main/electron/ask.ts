import { BrowserWindow, dialog } from 'electron';
import { FailureError } from '../../preload/contract/failures.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import { showNow } from './window.ts';

/** What is asked outside of the page. Whoever presses Enter before reading agrees to nothing. */
export interface Question {
  readonly type?: 'question' | 'warning';
  readonly message: string;
  readonly detail: string;
  /** The button that agrees, and the one that does not. */
  readonly agree: string;
  readonly decline?: string;
}

let last: Promise<unknown> = Promise.resolve();
let unanswered = 0;

/** Whether the user is being asked something, which comes before whatever else the app is told. */
export function isAsking(): boolean {
  return unanswered > 0;
}

/** Asks a question that no page can answer, after those that are open. Returns whether the user agrees. */
export function askUser({
  type = 'question',
  message,
  detail,
  agree,
  decline = 'Cancel',
}: Question): Promise<boolean> {
  return inTurn(async () => {
    const options = { type, message, detail, buttons: [agree, decline], defaultId: 1, cancelId: 1 };
    const window = askingWindow();
    const { response } = await (window === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(window, options));
    return response === 0;
  });
}

/**
 * Asks the same, for a call of the page that goes no further otherwise.
 * @param declined what was not done, in a sentence
 * @throws FailureError `cancelled` unless the user agrees
 */
export async function confirm(question: Question, declined: string): Promise<void> {
  if (!(await askUser(question))) throw new FailureError({ code: 'cancelled', message: declined });
}

/** The details of a question, a line each: what a page has written cannot look like another line. */
export function listed(details: Readonly<Record<string, string>>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${value.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')}`)
    .join('\n');
}

/** A query or the like as a question shows it. A list of thousands of values would fill the screen. */
export function asCode(value: unknown): string {
  const text = canonicalJson(value);
  return text.length > 1000 ? `${text.slice(0, 1000)}…` : text;
}

/** Shows the system's dialog for a file to open; null when it is cancelled. */
export function chooseFileToOpen(options: Electron.OpenDialogOptions): Promise<string | null> {
  return inTurn(async () => {
    const window = askingWindow();
    const { canceled, filePaths } = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options));
    return canceled ? null : (filePaths[0] ?? null);
  });
}

/** Shows the system's dialog for a file to save; null when it is cancelled. */
export function chooseFileToSave(options: Electron.SaveDialogOptions): Promise<string | null> {
  return inTurn(async () => {
    const window = askingWindow();
    const { canceled, filePath } = await (window === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(window, options));
    return canceled || filePath === '' ? null : filePath;
  });
}

/** One dialog at a time: a page cannot lay one over the other. */
function inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  unanswered += 1;
  const asked = last.then(ask).finally(() => {
    unanswered -= 1;
  });
  last = asked.catch(() => undefined);
  return asked;
}

/**
 * The window that a dialog belongs to; null before there is one. Without it macOS stops the whole app until the question is answered
 * (`message_box_mac.mm`), and elsewhere it may lie behind the window.
 */
function askingWindow(): BrowserWindow | null {
  const [window = null] = BrowserWindow.getAllWindows();
  // A dialog of a hidden window is as hidden.
  if (window?.isVisible() === false) showNow(window);
  return window;
}
