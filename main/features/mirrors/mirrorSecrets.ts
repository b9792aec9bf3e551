import type { MirrorAddress, SecretPlace } from '../../../preload/contract/mirrors.ts';
import type { KeyStore } from '../../platform/keychain/keyStore.ts';

/** Passwords in the keychain, or in memory for this session. Opens the key store on first use. */
export function createMirrorSecrets(openKeyStore: () => Promise<KeyStore>) {
  let opening: Promise<KeyStore> | undefined;
  const keys = (): Promise<KeyStore> => (opening ??= openKeyStore());

  async function remove(address: MirrorAddress): Promise<void> {
    await (await keys()).remove(secretName(address));
  }

  return {
    /** Undefined if none is stored; the environment may have one. */
    async read(address: MirrorAddress): Promise<string | undefined> {
      return (await (await keys()).read(secretName(address))).key ?? undefined;
    },
    async find(address: MirrorAddress): Promise<SecretPlace> {
      const { key, where } = await (await keys()).read(secretName(address));
      return key === null ? 'none' : where;
    },
    async write(address: MirrorAddress, secret: string) {
      if (secret === '') await remove(address);
      else await (await keys()).write(secretName(address), secret);
    },
    remove,
  };
}

/** Names user and server, so that no other server gets the password, whatever a stored mirror says. */
export function secretName({ host, port, database, user }: MirrorAddress): string {
  return `postgres://${encodeURIComponent(user)}@${host}:${port.toString()}/${encodeURIComponent(database)}`;
}
