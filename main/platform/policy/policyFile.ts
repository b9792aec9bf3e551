import { closeSync, fstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import type { z } from 'zod';
import { dirname, win32 } from 'node:path';
import { defaultBaseUrl } from '../../../preload/contract/connections.ts';
import { policyFileSchema, type Policy } from '../../../preload/contract/policy.ts';
import {
  decodeText,
  openPlainFile,
  readOpenFile,
  readPlainFileSync,
  type FileText,
} from '../system/textFile.ts';
import { spawnSync } from 'node:child_process';

/** For testing a policy: an unpackaged app reads it from the file in this variable. */
export const policyVariable = 'RWA_EXPLORER_POLICY_FILE';

export const openPolicy: Policy = {
  file: null,
  problem: null,
  updates: true,
  updateFeed: null,
  baseUrlChange: true,
  baseUrl: defaultBaseUrl,
  sampleData: true,
  transactionsPerHour: null,
};

/**
 * Reads the administrator's policy. An unusable file enforces every restriction, because its author meant to
 * enforce some.
 * @param entryUrl the entry point of the app
 */
export function readPolicy(entryUrl: string): Policy {
  const tried = isPacked(entryUrl) ? '' : (process.env[policyVariable] ?? '');
  if (tried !== '') return readPolicyFile(tried, readPlainFileSync);
  return process.platform === 'win32' ? readPolicyKey(readRegistryPolicy) : readPolicyFile(policyPath());
}

/** @param read default: trusts only a file that nobody but root can have written */
export function readPolicyFile(file: string, read: (file: string) => Uint8Array = readTrustedFile): Policy {
  let decoded: FileText;
  try {
    decoded = decodeText(read(file));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return openPolicy;
    const isKnown = error instanceof UntrustedFile || error instanceof RangeError;
    return locked(file, isKnown ? asClause(error.message) : 'it cannot be read');
  }
  const policy = policyIn(file, decoded.text);
  const { problem } = policy;
  return problem === null ? policy : { ...policy, problem: `${problem} ${decoded.note ?? ''}`.trim() };
}

function policyIn(file: string, text: string): Policy {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return locked(file, 'it is not JSON');
  }
  return policyOf(file, value);
}

export function readPolicyKey(read: () => Record<string, unknown> | null): Policy {
  try {
    const values = read();
    return values === null ? openPolicy : policyOf(policyKey, values);
  } catch {
    return locked(policyKey, 'it cannot be read');
  }
}

function policyOf(file: string, value: unknown): Policy {
  const read = policyFileSchema.safeParse(value);
  if (!read.success) return locked(file, reasonOf(read.error.issues[0]));
  const {
    disableUpdates,
    updateFeed,
    disableBaseUrlChange,
    baseUrl,
    disableSampleData,
    transactionsPerHour,
  } = read.data;
  return {
    file,
    problem: null,
    updates: !disableUpdates,
    updateFeed: updateFeed ?? null,
    baseUrlChange: !disableBaseUrlChange,
    baseUrl: baseUrl ?? defaultBaseUrl,
    sampleData: !disableSampleData,
    transactionsPerHour: transactionsPerHour ?? null,
  };
}

/** Returns the path of this computer's policy, in a folder that only administrators can write. */
export function policyPath(platform: NodeJS.Platform = process.platform): string {
  return platform === 'darwin'
    ? '/Library/Application Support/RWA Explorer/policy.json'
    : '/etc/rwa-explorer/policy.json';
}

/** An installed app runs from its archive; the fuse `OnlyLoadAppFromAsar` enforces that. */
function isPacked(entryUrl: string): boolean {
  return entryUrl.includes('/app.asar/');
}

function locked(file: string, reason: string): Policy {
  return {
    file,
    problem: `The policy file ${file} cannot be used: ${reason}. Until it is fixed, updates, other base URLs and sample data are turned off.`,
    updates: false,
    updateFeed: null,
    baseUrlChange: false,
    baseUrl: defaultBaseUrl,
    sampleData: false,
    transactionsPerHour: null,
  };
}

function reasonOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'its members do not fit';
  if (issue.code === 'unrecognized_keys') {
    return `it has ${issue.keys.map((key) => `“${key}”`).join(', ')}, which the app does not know`;
  }
  const member = issue.path.map(String).join('.');
  const message = asClause(issue.message);
  return member === '' ? message : `its member “${member}” does not fit (${message})`;
}

function asClause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}

const writableByOthers = 0o022;
const sticky = 0o1000;

class UntrustedFile extends Error {}

/**
 * Reads a file that only root can have written: root owns it and every folder above it, and others cannot
 * write there. In a folder with the sticky bit others may write, but neither remove nor rename root's files.
 * @throws UntrustedFile with the reason, or the system's error
 */
function readTrustedFile(path: string): Uint8Array {
  const real = realpathSync(path);
  const file = openPlainFile(real);
  try {
    requireRoots(real, fstatSync(file), 0);
    for (let folder = real; folder !== dirname(folder);) {
      folder = dirname(folder);
      requireRoots(folder, statSync(folder), sticky);
    }
    return readOpenFile(file);
  } finally {
    closeSync(file);
  }
}

function requireRoots(path: string, { uid, mode }: Stats, excusing: number): void {
  if (uid !== 0) throw new UntrustedFile(`${path} does not belong to root`);
  if ((mode & writableByOthers) !== 0 && (mode & excusing) === 0)
    throw new UntrustedFile(`others than root may write to ${path}`);
}

/** Only administrators can write here. In `ProgramData` any user could create the file. */
const policyKey = 'HKLM\\SOFTWARE\\Policies\\RWA Explorer';

const timeoutMs = 5000;

/** Returns null if there is no such key. Throws if the registry cannot be read. */
function readRegistryPolicy(environment: NodeJS.ProcessEnv = process.env): Record<string, unknown> | null {
  const program = win32.join(environment['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
  const { error, status, stdout } = spawnSync(program, ['query', policyKey, '/reg:64'], {
    encoding: 'utf8',
    timeout: timeoutMs,
    windowsHide: true,
  });
  if (error !== undefined) throw error;
  return status === 0 ? parseRegistryValues(stdout) : null;
}

/** Name, type and data of a value. Rule: `reg query` writes four spaces between them in every language. */
const valueLine = /^ {4}(\S.*?) {4}(REG_[A-Z_]+) {4}(.*)$/;

/**
 * Returns the values of `reg query` as members of a policy file: `DisableUpdates` is `disableUpdates`; a
 * DWORD is a boolean (false if 0) or a number. Values of other types stay text, which the schema rejects.
 */
export function parseRegistryValues(output: string): Record<string, unknown> {
  const members = output.split(/\r?\n/).flatMap((line): [string, unknown][] => {
    const [, name = '', type = '', data = ''] = valueLine.exec(line) ?? [];
    if (name === '' || name === '(Default)') return [];
    const member = name.charAt(0).toLowerCase() + name.slice(1);
    const isCount = member === 'transactionsPerHour';
    return [[member, type !== 'REG_DWORD' ? data : isCount ? Number(data) : Number(data) !== 0]];
  });
  return Object.fromEntries(members);
}
