import type { Mirror } from '../../preload/contract/mirrors.ts';
import { confirm, listed } from './ask.ts';

/** Removals that cannot be undone. Documents need no question: the copies of user.db have them. */

/** @throws FailureError `cancelled` unless the user agrees */
export async function confirmForgottenKey(name: string): Promise<void> {
  await confirm(
    {
      type: 'warning',
      message: `Forget the key for ${name}?`,
      detail:
        'It is removed from this computer. Records that are cached stay readable; to fetch new ones, paste the key again.',
      agree: 'Forget the key',
      decline: 'Keep the key',
    },
    'The key was not removed.',
  );
}

/** @throws FailureError `cancelled` unless the user agrees */
export async function confirmClearedCache(name: string): Promise<void> {
  await confirm(
    {
      type: 'warning',
      message: `Clear the cache of ${name}?`,
      detail:
        'Everything fetched over this connection is removed from this computer, the daily history of its figures too, and its syncs are stopped. Your queries, notes and settings stay.',
      agree: 'Clear the cache',
      decline: 'Keep the cache',
    },
    'The cache was not cleared.',
  );
}

/** @throws FailureError `cancelled` unless the user agrees */
export async function confirmRemovedMirror({ name, address }: Mirror): Promise<void> {
  const { host, port, database, schema } = address;
  await confirm(
    {
      type: 'warning',
      message: 'Delete the mirror?',
      detail: `${listed({ Mirror: name, Target: `${host}:${port.toString()}, ${database}, ${schema}` })}\n\nIt ends and is removed from the list, with its stored password. What it has written stays as it is.`,
      agree: 'Delete mirror',
      decline: 'Keep the mirror',
    },
    'The mirror was not deleted.',
  );
}
