import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FailureError, errorText } from '../../../preload/contract/failures.ts';
import type { MirrorAddress } from '../../../preload/contract/mirrors.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { mirroredResource } from './mirrorTable.ts';
import type { OpenTargetOptions } from './openTarget.ts';
import { readManifest } from './parquet/manifest.ts';
import { s3Storage } from './parquet/s3Storage.ts';
import { probePostgres } from './postgres/probe.ts';

/**
 * Tests whether a mirror of a resource can be written to an address. Returns in a sentence what was found.
 * @throws FailureError with a sentence that says what is wrong and what to do
 */
export async function testTarget(
  { transport }: Pick<OpenTargetOptions, 'transport'>,
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
      const storage = s3Storage(address, table.name, { transport, secret });
      try {
        const text = await storage.readManifest();
        if (text === null) return `Connected. ${storage.name} has no mirror yet: the first copy begins one.`;
        readManifest(text, storage.name);
        return `Connected. ${storage.name} has a mirror: it is brought up to date.`;
      } catch (error) {
        throw storage.explain(error);
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
