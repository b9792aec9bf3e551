import { dialog, shell } from 'electron';
import { FailureError } from '../../preload/contract/failures.ts';

/**
 * Opens a link of a record in the browser, after showing where it goes. Only https leaves the app: a record is foreign data, and
 * other schemes can start programs. Rule: Electron security checklist, 15.
 * @returns true when the user agreed.
 */
export async function openLink(url: string): Promise<boolean> {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (target?.protocol !== 'https:' || target.username !== '' || target.password !== '') {
    throw new FailureError({
      code: 'bad-arguments',
      message: 'Only https links can be opened. Copy the text instead.',
    });
  }
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: `Open ${target.host} in your browser?`,
    detail: target.href,
    buttons: ['Open', 'Cancel'],
    // Who presses Enter before reading opens nothing.
    defaultId: 1,
    cancelId: 1,
  });
  if (response !== 0) return false;
  await shell.openExternal(target.href);
  return true;
}
