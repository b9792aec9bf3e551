import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FailureError, errorText } from '../../../preload/contract/failures.ts';
import type { MirrorAddress } from '../../../preload/contract/mirrors.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { mirroredResource } from './mirrorTable.ts';
import { openTarget } from './openTarget.ts';
import { probePostgres } from './postgres/probe.ts';

/**
 * Tests whether a mirror of a resource can be written to an address. Returns in a sentence what was found.
 * @throws FailureError with a sentence that says what is wrong and what to do
 */
export async function testTarget(
  address: MirrorAddress,
  resource: ResourceName,
  secret?: string,
): Promise<string> {
  const { table } = mirroredResource(resource);
  switch (address.kind) {
    case 'postgres':
      return probePostgres(address, table, secret);
    case 'parquet':
      return probeFolder(address.folder);
    case 's3': {
      const target = openTarget(address, secret);
      try {
        const { state } = await target.open(table);
        return state === null
          ? `Connected. The bucket ${address.bucket} has no mirror under this prefix yet.`
          : `Connected. The bucket ${address.bucket} has a mirror under this prefix: it is brought up to date.`;
      } finally {
        await target.close();
      }
    }
  }
}

/** The folder may be missing: then the one around it counts, as far up as there is one. */
async function probeFolder(folder: string): Promise<string> {
  for (let place = folder; ; place = dirname(place)) {
    try {
      if (!(await stat(place)).isDirectory()) throw notWritable(place);
      await access(place, constants.W_OK);
      return place === folder
        ? 'The folder can be written.'
        : 'The folder does not exist yet. It is made with the first copy.';
    } catch (error) {
      if (error instanceof FailureError) throw error;
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ENOENT' || dirname(place) === place) throw notWritable(place, error);
    }
  }
}

function notWritable(place: string, error?: unknown): FailureError {
  return new FailureError({
    code: 'file',
    message: `Nothing can be written in ${place}. Choose another folder, or change its permissions.`,
    ...(error === undefined ? {} : { detail: errorText(error) }),
  });
}
