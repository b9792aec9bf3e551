import { crc32 } from 'node:zlib';
import { hash } from 'node:crypto';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Resource } from '../../../preload/contract/resources/types.ts';
import type { SqlValue } from './columns.ts';
import type { Table } from './tables.ts';

/**
 * Detects damaged rows and bodies: a row has a checksum of all its columns and of the key of its body, a body
 * the beginning of its SHA-256.
 */

const hashDigits = 32;

export function hashOfBody(body: string): string {
  return hash('sha256', body, 'hex').slice(0, hashDigits);
}

/** Returns the checksum of values in order. A whole number counts the same as number and bigint. */
export function checksumOf(values: readonly SqlValue[]): number {
  return crc32(JSON.stringify(values.map(asStored)));
}

/** SQLite stores no lone surrogates. */
function asStored(value: SqlValue): SqlValue {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** Checks a row read by `table.rowList`. Throws `damaged`. */
export function checkRow(table: Table, row: readonly SqlValue[]): void {
  if (!isSoundRow(table, row)) throw damaged(table.resource);
}

export function isSoundRow({ summed }: Table, row: readonly SqlValue[]): boolean {
  return !summed || row.at(-1) === crc32(JSON.stringify(row.slice(0, -1)));
}

/** Checks a body by its hash. Throws `damaged`. */
export function checkBody({ summed, resource }: Table, body: SqlValue, hashed: SqlValue | undefined): void {
  if (summed && (typeof body !== 'string' || hashOfBody(body) !== hashed)) throw damaged(resource);
}

export function damaged({ label }: Pick<Resource, 'label'>): FailureError {
  return new FailureError({
    code: 'damaged',
    message: `The disk damaged cached ${label.toLowerCase()}. Go online and sync them again, or clear the cache.`,
  });
}
