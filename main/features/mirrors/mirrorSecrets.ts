import type { MirrorAddress, SecretPlace } from '../../../preload/contract/mirrors.ts';
import type { KeyStore } from '../../platform/keychain/keyStore.ts';

/** The passwords and secret keys of targets: in the keychain, or in memory for this session where there is none. */
export interface MirrorSecrets {
  /** Undefined where none is stored: then the environment may have one. */
  read(address: MirrorAddress): Promise<string | undefined>;
  find(address: MirrorAddress): Promise<SecretPlace>;
  /** An empty secret removes the stored one. */
  write(address: MirrorAddress, secret: string): Promise<void>;
  remove(address: MirrorAddress): Promise<void>;
}

/** @param openKeyStore called when a secret is first needed */
export function createMirrorSecrets(openKeyStore: () => Promise<KeyStore>): MirrorSecrets {
  let opening: Promise<KeyStore> | undefined;
  const keys = (): Promise<KeyStore> => (opening ??= openKeyStore());

  async function remove(address: MirrorAddress): Promise<void> {
    const name = secretName(address);
    if (name !== null) await (await keys()).remove(name);
  }

  return {
    async read(address) {
      const name = secretName(address);
      if (name === null) return undefined;
      return (await (await keys()).read(name)).key ?? undefined;
    },
    async find(address) {
      const name = secretName(address);
      if (name === null) return 'none';
      const { key, where } = await (await keys()).read(name);
      return key === null ? 'none' : where;
    },
    async write(address, secret) {
      const name = secretName(address);
      if (secret === '') await remove(address);
      else if (name !== null) await (await keys()).write(name, secret);
    },
    remove,
  };
}

/** The name in the keychain: whom the secret is for, so that no other server gets it, whatever is stored of a mirror. */
export function secretName(address: MirrorAddress): string | null {
  switch (address.kind) {
    case 'postgres': {
      const { host, port, database, user } = address;
      return `postgres://${encodeURIComponent(user)}@${host}:${port.toString()}/${encodeURIComponent(database)}`;
    }
    case 's3':
      return `s3 ${address.endpoint} ${address.bucket}`;
    case 'parquet':
      return null;
  }
}
