import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../preload/contract/json.ts';
import type { CopiedTo, Mirror } from '../../../preload/contract/mirrors.ts';
import { resources } from '../../../preload/contract/resources.ts';
import type { Connections } from '../../features/connections/connections.ts';
import { subjectKey, type Mirrors } from '../../features/mirrors/mirrors.ts';
import { mirrorTable } from '../../features/mirrors/mirrorTable.ts';
import { asCode, confirm, listed } from '../ask.ts';

type Target = CopiedTo & {
  readonly secret?: string | undefined;
};

/**
 * Confirms, in a native dialog, a target or contents that no mirror has yet: the target gets the records.
 * Tenants of one host differ by database, user, schema or password, and other records change the target's
 * contents, so each of these asks again.
 * @param agreed what the user already agreed to
 * @throws FailureError `canceled` unless the user agrees
 */
export async function confirmTarget(
  target: Target,
  agreed: Set<string>,
  {
    calls,
    connections,
  }: {
    readonly calls: Pick<Mirrors['calls'], 'listMirrors'>;
    readonly connections: Pick<Connections, 'nameOf'>;
  },
): Promise<void> {
  const { secret } = target;
  const subject = subjectKey(target);
  const key = createHash('sha256')
    .update(canonicalJson([subject, secret ?? null]))
    .digest('hex');
  if (agreed.has(key)) return;
  const known = (await calls.listMirrors(undefined)).mirrors;
  if (secret === undefined && known.some(({ mirror }) => subjectKey(mirror) === subject)) return;
  await confirm(
    {
      type: 'warning',
      message: 'Copy records to this target?',
      detail: `${described(target, await connections.nameOf(target.connectionId))}\n\nThe app will send records to this target, now and whenever there are new ones. Continue only if you entered the address yourself.`,
      agree: 'Continue',
    },
    'Nothing was sent to the target. Confirm its address to continue.',
  );
  agreed.add(key);
}

/** @throws FailureError `canceled` unless the user agrees */
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

function described({ resource, filter, address, secret }: Target, connection: string): string {
  const { host, port, database, user, schema, tls } = address;
  return listed({
    Server: `${host}:${port.toString()}${tls === 'verify' ? '' : ', not encrypted'}`,
    Database: database,
    Table: `${schema}.${mirrorTable(resource).name}`,
    User: user,
    Password: secret === undefined ? 'the stored one, if any' : 'a new one',
    Records: `${resources[resource].label}, ${connection}`,
    Conditions: filter === undefined ? 'none' : asCode(filter),
  });
}
