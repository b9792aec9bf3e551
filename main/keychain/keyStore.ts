/**
 * Where API keys are kept. A key has a name, that of its connection. Nothing outside this room and the service client ever
 * holds a key for longer than one request.
 */
export interface KeyStore {
  readonly where: 'keychain' | 'session';
  /** Why the keychain is not used, in one sentence, where it is not. */
  readonly problem?: string | undefined;
  read(name: string): Promise<string | null>;
  write(name: string, key: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The last four characters, for the user to tell keys apart; fewer of a short key, so that most of it stays unknown. */
export function lastFour(key: string): string {
  return key.slice(key.length - Math.min(4, Math.floor(key.length / 3)));
}
