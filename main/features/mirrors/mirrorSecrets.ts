import type { MirrorAddress, SecretPlace } from '../../../preload/contract/mirrors.ts';
import type { KeyStore } from '../../platform/keychain/keyStore.ts';

/**
 * The passwords of targets: in the keychain, or in memory for this session where there is none.
 * @param openKeyStore called when a secret is first needed
 */
export function createMirrorSecrets(openKeyStore: () => Promise<KeyStore>) {
  let opening: Promise<KeyStore> | undefined;
  const keys = (): Promise<KeyStore> => (opening ??= openKeyStore());

  async function remove(address: MirrorAddress): Promise<void> {
    await (await keys()).remove(secretName(address));
  }

  return {
    /** Undefined where none is stored: then the environment may have one. */
    async read(address: MirrorAddress): Promise<string | undefined> {
      return (await (await keys()).read(secretName(address))).key ?? undefined;
    },
    async find(address: MirrorAddress): Promise<SecretPlace> {
      const { key, where } = await (await keys()).read(secretName(address));
      return key === null ? 'none' : where;
    },
    /** An empty secret removes the stored one. */
    async write(address: MirrorAddress, secret: string) {
      if (secret === '') await remove(address);
      else await (await keys()).write(secretName(address), secret);
    },
    remove,
  };
}

/** The name in the keychain: whom the password is for, so that no other server gets it, whatever is stored of a mirror. */
export function secretName({ host, port, database, user }: MirrorAddress): string {
  return `postgres://${encodeURIComponent(user)}@${host}:${port.toString()}/${encodeURIComponent(database)}`;
}
