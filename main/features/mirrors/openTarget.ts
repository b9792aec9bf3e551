import type { MirrorAddress } from '../../../preload/contract/mirrors.ts';
import type { MirrorTarget } from './mirrorTarget.ts';
import { postgresTarget } from './postgres/postgresTarget.ts';

/**
 * Returns the target at an address, not opened yet.
 * @param secret the password or secret key, where the caller has it; else what the environment says
 */
export function openTarget(address: MirrorAddress, secret?: string): MirrorTarget {
  switch (address.kind) {
    case 'postgres':
      return postgresTarget(address, secret);
    case 'parquet':
    case 's3':
      throw new Error('This kind of mirror is not built yet.');
  }
}
