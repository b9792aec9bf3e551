import process from 'node:process';

/**
 * Looks again which time zone the computer has. Node keeps the one that it began with, and looks when a variable of its environment is
 * removed. A zone that the user has set there, as `TZ`, stays.
 */
export function followTimeZone(): void {
  if (process.env['TZ'] === undefined) delete process.env['TZ'];
}
