import type { Failure, FailureCode } from '../../../preload/contract/failures.ts';

export type FailureKind = 'key' | 'query' | 'missing' | 'wait' | 'network' | 'offline' | 'error';

export type RecoveryAction = 'retry' | 'enter-key' | 'clear-filters' | 'go-online';

interface FailureLook {
  readonly kind: FailureKind;
  readonly title: string;
  readonly waysOut: readonly RecoveryAction[];
}

const looks: Readonly<Record<FailureCode, FailureLook>> = {
  'no-key': { kind: 'key', title: 'An API key is needed', waysOut: ['enter-key'] },
  'key-rejected': {
    kind: 'key',
    title: 'The service did not accept the key',
    waysOut: ['enter-key', 'retry'],
  },
  'bad-query': {
    kind: 'query',
    title: 'The service rejected this query',
    waysOut: ['clear-filters', 'retry'],
  },
  'not-found': { kind: 'missing', title: 'Record not found', waysOut: ['retry'] },
  'rate-limited': { kind: 'wait', title: 'Request limit reached', waysOut: ['retry'] },
  unreachable: { kind: 'network', title: 'The service cannot be reached', waysOut: ['retry'] },
  timeout: { kind: 'network', title: 'The service did not respond in time', waysOut: ['retry'] },
  'service-error': { kind: 'network', title: 'The service reported an error', waysOut: ['retry'] },
  'bad-answer': { kind: 'network', title: 'The service’s response cannot be read', waysOut: ['retry'] },
  'many-removed': { kind: 'query', title: 'Many records are missing', waysOut: ['retry'] },
  incomplete: { kind: 'query', title: 'Records are missing', waysOut: ['retry'] },
  offline: { kind: 'offline', title: 'Not in the cache', waysOut: ['go-online'] },
  'not-allowed': { kind: 'key', title: 'Switched off on this computer', waysOut: ['enter-key'] },
  canceled: { kind: 'error', title: 'Canceled', waysOut: ['retry'] },
  'bad-arguments': {
    kind: 'error',
    title: 'Something went wrong in the app',
    waysOut: ['clear-filters', 'retry'],
  },
  'newer-data': { kind: 'error', title: 'The local data is newer than this app', waysOut: [] },
  damaged: { kind: 'error', title: 'Cached data are damaged', waysOut: ['go-online', 'retry'] },
  storage: { kind: 'error', title: 'The local data could not be read', waysOut: ['retry'] },
  file: { kind: 'error', title: 'The file could not be written', waysOut: [] },
  internal: { kind: 'error', title: 'Something went wrong in the app', waysOut: ['retry'] },
};

export function lookOf({ code, status }: Pick<Failure, 'code' | 'status'>): FailureLook {
  const look = looks[code];
  // Without a status, the app refused it: the service was not asked.
  return code === 'bad-query' && status === undefined ? { ...look, title: 'This query cannot be run' } : look;
}
