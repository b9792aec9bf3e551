import process from 'node:process';

/**
 * Reads the computer's time zone again. Node keeps the initial one, and reads it when an environment variable
 * is removed. A zone that the user has set in `TZ` stays.
 */
export function followTimeZone(): void {
  if (process.env['TZ'] === undefined) delete process.env['TZ'];
}
