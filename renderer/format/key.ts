import type { KeyStatus } from '../../preload/contract/connections.ts';

export function describeKey(status: KeyStatus | null): string {
  if (status?.present !== true) return 'No key is stored.';
  const ending = status.lastFour === null ? '' : `, ending in ${status.lastFour}`;
  switch (status.where) {
    case 'keychain':
      return `Stored in the system keychain${ending}.`;
    case 'session':
      return `Kept in memory until the app closes${ending}.`;
    case 'built-in':
      return 'Built in.';
    case null:
      return `Present${ending}.`;
  }
}
