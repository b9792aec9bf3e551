import { app } from 'electron';
import { FailureError } from '../../preload/contract/failures.ts';
import { askUser } from './ask.ts';

/**
 * Opens the data. Where a newer version seems to have written them, and a copy could take their place, the user may choose that; the
 * default is to end with nothing changed.
 * @param open opens them; with true the copy takes their place first
 */
export async function openOrRestore<Opened>(open: (restore: boolean) => Promise<Opened>): Promise<Opened> {
  try {
    return await open(false);
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.copyMadeAt === undefined) throw error;
    await app.whenReady();
    const madeAt = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });
    const restores = await askUser({
      type: 'warning',
      message: 'Your settings and saved items seem to come from a newer version of RWA Explorer.',
      detail: `If you have not used a newer version, the file may be damaged. You can restore the copy of ${madeAt.format(error.failure.copyMadeAt)}. The current file is kept under another name.`,
      agree: 'Restore the copy',
      decline: 'Quit',
    });
    if (!restores) throw error;
    return await open(true);
  }
}
