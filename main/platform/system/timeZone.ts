import process from 'node:process';

/**
 * Rereads the computer's time zone. Node keeps the initial one until an environment variable is removed. A
 * zone that the user set in `TZ` stays.
 */
export function followTimeZone(): void {
  if (process.env['TZ'] === undefined) delete process.env['TZ'];
}
