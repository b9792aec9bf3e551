import { FailureError } from '../../preload/contract/failures.ts';
import type { MirrorAddress } from '../../preload/contract/mirrors.ts';
import type { Mirrors } from '../features/mirrors/mirrors.ts';
import { askUser } from './ask.ts';

/**
 * Asks the user about a server that no mirror has yet, in a question that no page can answer: whoever is named there gets the records.
 * @param agreed the servers that the user has agreed to already
 * @throws FailureError `cancelled` unless the user agrees
 */
export async function confirmTarget(
  address: MirrorAddress,
  agreed: Set<string>,
  mirrors: Pick<Mirrors['calls'], 'listMirrors'>,
): Promise<void> {
  const place = placeOf(address);
  if (agreed.has(place)) return;
  const known = (await mirrors.listMirrors(undefined)).mirrors;
  if (known.some(({ mirror }) => placeOf(mirror.address) === place)) return;
  const agrees = await askUser({
    type: 'warning',
    message: 'Copy records to this target?',
    detail: `${place}\n\nThe app will send records to this target, now and whenever there are new ones. Continue only if you entered the address yourself.`,
    agree: 'Continue',
  });
  if (!agrees) {
    throw new FailureError({
      code: 'cancelled',
      message: 'Nothing was sent to the target. Confirm its address to continue.',
    });
  }
  agreed.add(place);
}

/** Who gets what is sent to an address. */
function placeOf({ host, port }: MirrorAddress): string {
  return `${host}:${port.toString()}`;
}
