import type { MirrorAddress } from '../../../preload/contract/mirrors.ts';
import type { StorageTransport } from '../../data-service/transport.ts';
import type { MirrorTarget } from './mirrorTarget.ts';
import { folderStorage } from './parquet/folderStorage.ts';
import { parquetTarget } from './parquet/parquetTarget.ts';
import { s3Storage } from './parquet/s3Storage.ts';
import { postgresTarget } from './postgres/postgresTarget.ts';

export interface OpenTargetOptions {
  /** Where the code of the thread lies that writes Parquet files. */
  readonly workerUrl: URL;
  /** How files go to a bucket. */
  readonly transport: StorageTransport;
}

/**
 * Returns the target at an address, not opened yet.
 * @param secret the password of PostgreSQL, or of S3 `ACCESS_KEY_ID:SECRET_ACCESS_KEY`, where the caller has it; else what the environment says
 */
export function openTarget(
  { workerUrl, transport }: OpenTargetOptions,
  address: MirrorAddress,
  secret?: string,
): MirrorTarget {
  switch (address.kind) {
    case 'postgres':
      return postgresTarget(address, secret);
    case 'parquet':
      return parquetTarget({ workerUrl, storageOf: (table) => folderStorage(address.folder, table) });
    case 's3':
      return parquetTarget({
        workerUrl,
        storageOf: (table) => s3Storage(address, table, { transport, secret }),
      });
  }
}
