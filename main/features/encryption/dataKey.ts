import { hkdfSync } from 'node:crypto';
import type { DataKey } from '../../store/storeTypes.ts';

/**
 * The key of the user's database, from the secret that the recovery code writes down. The secret is random, so nothing is to be
 * guessed and no slow derivation is needed. Rule: RFC 5869 (HKDF), with SHA-256 and no salt.
 * @param secret 16 bytes
 */
export function dataKeyOf(secret: Uint8Array): DataKey {
  return {
    id: Buffer.from(derive(secret, 'RWA Explorer user data: id of the key', 4)).toString('hex'),
    key: new Uint8Array(derive(secret, 'RWA Explorer user data: key', 32)),
  };
}

function derive(secret: Uint8Array, purpose: string, bytes: number): ArrayBuffer {
  return hkdfSync('sha256', secret, '', purpose, bytes);
}
