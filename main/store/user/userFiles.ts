import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openPlainFile, type OpenFile } from '../../platform/sqlite/openFile.ts';
import type { UserCipher } from './userCipher.ts';

/**
 * The files of the user's database: itself, its dated copies, and what was set aside. The name of an encrypted one has the id of its
 * key: which key opens it is known without a further file, which could be lost. A file and its encrypted twin differ in that part alone.
 */
export interface UserFile {
  readonly path: string;
  /** Null in the clear. */
  readonly keyId: string | null;
}

/** The user's database, and how it and its copies are opened. */
export interface UserAccess extends UserFile {
  readonly open: OpenFile;
}

const keyMark = /\.encrypted-([0-9a-f]{8})(?=\.)/;

/** Returns the id of the key from the name of an encrypted file; null for a plain one. */
export function keyIdOf(path: string): string | null {
  return keyMark.exec(basename(path))?.[1] ?? null;
}

/** The name of the encrypted twin of a file in the clear. */
export function encryptedName(path: string, keyId: string): string {
  return path.replace(/\.db$/, `.encrypted-${keyId}.db`);
}

/** The name of the twin in the clear. */
export function plainName(path: string): string {
  return join(dirname(path), basename(path).replace(keyMark, ''));
}

/** The folder of the dated copies. */
export function copiesFolder(folder: string): string {
  return join(folder, 'copies');
}

/**
 * The user's database in a folder. An encrypted one counts more than one in the clear, which is left over where a process died between
 * the last two steps of a change. Where there is neither, the newest copy says which it was.
 */
export function currentFile(folder: string): UserFile {
  const plain = { path: join(folder, 'user.db'), keyId: null };
  const [encrypted] = namesIn(folder)
    .filter((name) => /^user\.encrypted-[0-9a-f]{8}\.db$/.test(name))
    .map((name) => ({ path: join(folder, name), keyId: keyIdOf(name) }))
    .sort((a, b) => statSync(b.path).mtimeMs - statSync(a.path).mtimeMs);
  if (encrypted !== undefined) return encrypted;
  if (existsSync(plain.path) && statSync(plain.path).size > 0) return plain;
  // The time is the first thing in the names of copies.
  const newest = namesIn(copiesFolder(folder))
    .filter((name) => /^user-\d.*\.db$/.test(name))
    .sort()
    .at(-1);
  const keyId = newest === undefined ? null : keyIdOf(newest);
  return keyId === null ? plain : { path: encryptedName(plain.path, keyId), keyId };
}

/** Copies and files that were set aside: those in the clear, or those that are encrypted. */
export function listOthers(folder: string, form: 'plain' | 'encrypted'): string[] {
  const aside = namesIn(folder).filter((name) =>
    /^user(\.encrypted-[0-9a-f]{8})?\.(damaged|replaced)-.*\.db$/.test(name),
  );
  const copies = namesIn(copiesFolder(folder)).filter((name) => /^user-.*\.db$/.test(name));
  return [
    ...aside.map((name) => join(folder, name)),
    ...copies.map((name) => join(copiesFolder(folder), name)),
  ].filter((path) => (keyIdOf(path) === null) === (form === 'plain'));
}

/** How a file is opened; null for an encrypted one that is not opened by this key. */
export function accessOf(file: UserFile, cipher: UserCipher | undefined): UserAccess | null {
  if (file.keyId === null) return { ...file, open: openPlainFile };
  return cipher?.keyId === file.keyId ? { ...file, open: cipher.open } : null;
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
