import { shell } from 'electron';
import { FailureError } from '../../preload/contract/failures.ts';
import { askUser } from './ask.ts';

/**
 * Opens a link of a record in the browser, after showing its address. Only https is allowed: records are
 * untrusted, and other schemes can start programs. Rule: Electron security checklist, 15.
 * @returns true if the user agreed.
 */
export async function openLink(url: string): Promise<boolean> {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (target?.protocol !== 'https:' || target.username !== '' || target.password !== '') {
    throw new FailureError({
      code: 'bad-arguments',
      message: 'Only https links can be opened. Copy the text instead.',
    });
  }
  const message = `Open ${target.host} in your browser?`;
  if (!(await askUser({ message, detail: target.href, agree: 'Open' }))) return false;
  await shell.openExternal(target.href);
  return true;
}
