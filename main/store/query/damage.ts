import { crc32 } from 'node:zlib';
import { hash } from 'node:crypto';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Resource } from '../../../preload/contract/resources/types.ts';
import type { SqlValue } from './columns.ts';
import type { Table } from './tables.ts';

/**
 * Detects damaged rows and bodies: a row has a checksum of all its columns and the key of its body, a body
 * the beginning of the SHA-256 of its text.
 */

/** Hexadecimal digits of the hash of a body. */
const hashDigits = 32;

/** The beginning of the SHA-256 of a body, in hexadecimal digits. */
export function hashOfBody(body: string): string {
  return hash('sha256', body, 'hex').slice(0, hashDigits);
}

/** The checksum of values in their order. A whole number counts alike however it is bound. */
export function checksumOf(values: readonly SqlValue[]): number {
  return crc32(JSON.stringify(values.map(asStored)));
}

/** SQLite stores no halves of characters. */
function asStored(value: SqlValue): SqlValue {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/**
 * Checks a row that was read by `table.rowList`.
 * @throws FailureError `damaged`
 */
export function checkRow(table: Table, row: readonly SqlValue[]): void {
  if (!isSoundRow(table, row)) throw damaged(table.resource);
}

/** True for a row of `table.rowList` that is as it was written. */
export function isSoundRow({ summed }: Table, row: readonly SqlValue[]): boolean {
  return !summed || row.at(-1) === crc32(JSON.stringify(row.slice(0, -1)));
}

/**
 * Checks a body by its hash.
 * @throws FailureError `damaged`
 */
export function checkBody({ summed, resource }: Table, body: SqlValue, hashed: SqlValue | undefined): void {
  if (summed && (typeof body !== 'string' || hashOfBody(body) !== hashed)) throw damaged(resource);
}

/** Returns the failure for damaged cached records of a resource. */
export function damaged({ label }: Pick<Resource, 'label'>): FailureError {
  return new FailureError({
    code: 'damaged',
    message: `The disk damaged cached ${label.toLowerCase()}. Go online and sync them again, or clear the cache.`,
  });
}
