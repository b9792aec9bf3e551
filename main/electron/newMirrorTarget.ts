import { createHash } from 'node:crypto';
import { FailureError } from '../../preload/contract/failures.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import type { MirrorAddress } from '../../preload/contract/mirrors.ts';
import type { Mirrors } from '../features/mirrors/mirrors.ts';
import { askUser } from './ask.ts';

/** Who gets records, and with which password they are let in. */
interface Target {
  readonly address: MirrorAddress;
  /** Undefined for the one that is stored. */
  readonly secret?: string | undefined;
}

/**
 * Asks the user about a target that no mirror has yet, in a question that no page can answer: whoever is named there gets the records. The tenants
 * of one host are told apart by database, user, schema or password, so each of them asks again.
 * @param agreed the targets that the user has agreed to already
 * @throws FailureError `cancelled` unless the user agrees
 */
export async function confirmTarget(
  { address, secret }: Target,
  agreed: Set<string>,
  mirrors: Pick<Mirrors['calls'], 'listMirrors'>,
): Promise<void> {
  const place = canonicalJson(address);
  const target = createHash('sha256')
    .update(canonicalJson([place, secret ?? null]))
    .digest('hex');
  if (agreed.has(target)) return;
  const known = (await mirrors.listMirrors(undefined)).mirrors;
  if (secret === undefined && known.some(({ mirror }) => canonicalJson(mirror.address) === place)) return;
  const agrees = await askUser({
    type: 'warning',
    message: 'Copy records to this target?',
    detail: `${described(address)}\nPassword: ${secret === undefined ? 'the stored one, if any' : 'a new one'}\n\nThe app will send records to this target, now and whenever there are new ones. Continue only if you entered the address yourself.`,
    agree: 'Continue',
  });
  if (!agrees) {
    throw new FailureError({
      code: 'cancelled',
      message: 'Nothing was sent to the target. Confirm its address to continue.',
    });
  }
  agreed.add(target);
}

function described({ host, port, database, user, schema, tls }: MirrorAddress): string {
  return [
    `Server: ${host}:${port.toString()}${tls === 'verify' ? '' : ', not encrypted'}`,
    `Database: ${database}`,
    `Schema: ${schema}`,
    `User: ${user}`,
  ]
    .map((line) => line.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD'))
    .join('\n');
}
