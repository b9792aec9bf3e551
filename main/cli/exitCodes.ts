import type { FailureCode } from '../../preload/contract/failures.ts';

export const exitCodes = {
  done: 0,
  failure: 1,
  usage: 2,
  key: 3,
  query: 4,
  rateLimit: 5,
  unreachable: 6,
  partial: 7,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Its message says what to type. */
export class UsageError extends Error {}

export function exitCodeOf(code: FailureCode): ExitCode {
  switch (code) {
    case 'no-key':
    case 'key-rejected':
      return exitCodes.key;
    case 'bad-query':
    case 'not-found':
      return exitCodes.query;
    case 'rate-limited':
      return exitCodes.rateLimit;
    case 'unreachable':
    case 'timeout':
    case 'service-error':
    case 'bad-answer':
      return exitCodes.unreachable;
    case 'offline':
    case 'many-removed':
    case 'incomplete':
      return exitCodes.partial;
    case 'bad-arguments':
    case 'not-allowed':
      return exitCodes.usage;
    case 'canceled':
    case 'newer-data':
    case 'damaged':
    case 'storage':
    case 'file':
    case 'internal':
      return exitCodes.failure;
  }
}
