import process from 'node:process';

/** Node keeps the initial zone until an environment variable is removed. `TZ` stays. */
export function followTimeZone(): void {
  if (process.env['TZ'] === undefined) delete process.env['TZ'];
}
