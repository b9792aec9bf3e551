import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataKeyOf } from '../../main/features/encryption/dataKey.ts';
import { makeSecret } from '../../main/features/encryption/recoveryCode.ts';
import type { Json } from '../../preload/contract/json.ts';
import { loadUserCipher, type UserCipher } from '../../main/store/user/userCipher.ts';
import { openUserDatabase, type UserDatabase } from '../../main/store/user/userDatabase.ts';
import { temporaryFolder } from './commandLine.ts';
import { atScale, someOf } from '../support/scale.ts';

/** Encryption at rest: what is in the files of the data folder, and what becomes of it when the process is killed in the middle. */

const label = 'Zurich treasury, do not tell';
const damaged = `user.damaged-2026-11-01T00-00-00-000Z.db`;
const secret = makeSecret();
const cipher = await loadUserCipher(dataKeyOf(secret));

/** A folder that was in use: a database, two dated copies, one file set aside, one that cannot be read. */
function usedFolder(folder: string): void {
  const user = openUserDatabase(folder);
  write(user, 'old', label);
  user.copy(Date.parse('2026-11-10'), 0);
  write(user, 'new', label);
  user.copy(Date.parse('2026-11-11'), 0);
  write(user, 'last', label);
  user.copy(Date.parse('2026-11-12'), 0);
  user.close();
  cpSync(join(folder, 'user.db'), join(folder, 'user.replaced-2026-11-02T00-00-00-000Z.db'));
  writeFileSync(join(folder, damaged), `No database, but: ${label}`);
}

function write(user: UserDatabase, id: string, value: Json): void {
  user.data.changeDocuments([{ kind: 'note', id, value }]);
}

const notesOf = (user: UserDatabase): string[] => user.data.listDocuments('note').map(({ id }) => id);

/** Every file of a folder, at any depth, with its bytes. */
function filesIn(folder: string): { name: string; bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)) }));
}

/** Names of files in which the label can be read, in one byte a character or two. */
function readable(folder: string): string[] {
  return filesIn(folder)
    .filter(({ bytes }) => bytes.includes(label) || bytes.includes(Buffer.from(label, 'utf16le')))
    .map(({ name }) => name)
    .sort();
}

const databases = (folder: string): string[] =>
  filesIn(folder)
    .map(({ name }) => name)
    .filter((name) => /\.db(-\w+)?$|unfinished/.test(name))
    .sort();

function open(folder: string, by: UserCipher | undefined = cipher): Disposable & UserDatabase {
  const user = openUserDatabase(folder, { cipher: by });
  return Object.assign(user, {
    [Symbol.dispose]: () => {
      user.close();
    },
  });
}

describe('turned on', () => {
  it('leaves nothing in the clear: not in the database, its copies, files set aside, nor beside them', () => {
    using folder = temporaryFolder();
    usedFolder(folder.path);
    expect(readable(folder.path)).toHaveLength(6);
    const user = openUserDatabase(folder.path);
    expect(user.encrypt(cipher)).toEqual([]);
    expect(readable(folder.path)).toEqual([]);
    write(user, 'later', label);
    user.copy(Date.now(), 0);
    expect(readable(folder.path)).toEqual([]);
    expect(notesOf(user)).toEqual(['last', 'later', 'new', 'old']);
    user.close();
    expect(readable(folder.path)).toEqual([]);
    // As many as before, and the copy of the last note.
    expect(databases(folder.path).filter((name) => !name.includes('.encrypted-'))).toEqual([]);
    expect(databases(folder.path)).toHaveLength(7);
  });

  it('stays locked without its key, and says which key it needs', () => {
    using folder = temporaryFolder();
    usedFolder(folder.path);
    openUserDatabase(folder.path).encrypt(cipher);
    expect(() => openUserDatabase(folder.path)).toThrowError(
      expect.objectContaining({
        failure: expect.objectContaining({ code: 'locked', keyId: cipher.keyId }) as unknown,
      }),
    );
    expect(readdirSync(folder.path)).not.toContain('user.db');
  });

  it.each<[what: string, lose: (path: string) => void]>([
    [
      'is missing',
      (path) => {
        rmSync(path);
      },
    ],
    [
      'has 0 bytes',
      (path) => {
        truncateSync(path, 0);
      },
    ],
    [
      'is cut short',
      (path) => {
        truncateSync(path, 50);
      },
    ],
    [
      'is cut in the middle of a page',
      (path) => {
        truncateSync(path, 6000);
      },
    ],
    [
      'has one byte changed',
      (path) => {
        changeByte(path, 5000);
      },
    ],
    [
      'is another file',
      (path) => {
        writeFileSync(path, 'This is no database. '.repeat(500));
      },
    ],
  ])('is restored from the newest encrypted copy where the database %s', (_what, lose) => {
    using folder = temporaryFolder();
    usedFolder(folder.path);
    {
      using user = open(folder.path);
      user.encrypt(cipher);
      user.copy(Date.now(), 0);
    }
    lose(join(folder.path, `user.encrypted-${cipher.keyId}.db`));
    expect(() => openUserDatabase(folder.path)).toThrow('encrypted');
    using user = open(folder.path);
    expect(notesOf(user)).toEqual(['last', 'new', 'old']);
    expect(user.notices).toEqual([expect.stringMatching(/restored from the copy of .*\d{4}/)]);
    expect(readable(folder.path)).toEqual([]);
  });

  it('encrypts, and does not lose, what an older version of the app has written beside it', () => {
    using folder = temporaryFolder();
    usedFolder(folder.path);
    {
      using user = open(folder.path);
      user.encrypt(cipher);
    }
    const other = new Database(join(folder.path, 'user.db'));
    other.exec(`CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('${label}')`);
    other.close();
    using user = open(folder.path);
    expect(notesOf(user)).toEqual(['last', 'new', 'old']);
    expect(user.notices).toEqual([expect.stringContaining('set aside as user.replaced-')]);
    expect(readable(folder.path)).toEqual([]);
    user.decrypt();
    expect(readable(folder.path)).toHaveLength(8);
  });

  it('is not turned on while another process has the database open, which would go on writing in the clear', async () => {
    using folder = temporaryFolder();
    usedFolder(folder.path);
    await using other = await startOther(folder.path);
    using user = open(folder.path);
    expect(() => user.encrypt(cipher)).toThrow('while nothing else uses');
    expect(notesOf(user)).toEqual(['last', 'new', 'old']);
    expect(user.keyId).toBeNull();
    await other.end();
    expect(user.encrypt(cipher)).toEqual([]);
    expect(notesOf(user)).toEqual(['last', 'new', 'old']);
  });
});

describe('turned off', () => {
  it('brings everything back as it was, byte for byte where it was no database', () => {
    using folder = temporaryFolder();
    usedFolder(folder.path);
    const before = databases(folder.path);
    {
      using user = open(folder.path);
      user.encrypt(cipher);
      write(user, 'later', label);
      expect(user.decrypt()).toEqual({ someStay: false });
      expect(user.keyId).toBeNull();
    }
    using user = open(folder.path);
    expect(notesOf(user)).toEqual(['last', 'later', 'new', 'old']);
    expect(databases(folder.path)).toEqual(expect.arrayContaining(before));
    expect(databases(folder.path).filter((name) => name.includes('encrypted'))).toEqual([]);
    expect(readFileSync(join(folder.path, damaged), 'utf8')).toBe(`No database, but: ${label}`);
  });
});

describe('killed', () => {
  it.each(['on', 'off'] as const)(
    'before any step of turning it %s, it loses nothing, and the next start ends what was begun',
    async (change) => {
      using template = temporaryFolder();
      usedFolder(template.path);
      if (change === 'off') {
        using user = open(template.path);
        user.encrypt(cipher);
      }
      const never = Number.MAX_SAFE_INTEGER;
      const { steps } = await killedAt(template.path, change, never);
      expect(steps).toBeGreaterThan(20);
      await atScale(import.meta.filename, steps, async () => {
        const between = Array.from({ length: steps - 2 }, (_, index) => index + 2);
        const forms = new Set<string>();
        for (const step of [1, ...someOf(between), steps]) {
          const killed = await killedAt(template.path, change, step);
          expect(killed.steps).toBeNaN();
          forms.add(killed.form);
        }
        // Killed both before and after the step that decides.
        expect([...forms].sort()).toEqual(['encrypted', 'plain']);
      });
    },
    600_000,
  );
});

/** Kills a process before one step of the change, and looks at what the next start makes of it. One that ends has counted its steps. */
async function killedAt(
  template: string,
  change: 'on' | 'off',
  step: number,
): Promise<{ steps: number; form: 'plain' | 'encrypted' }> {
  using folder = temporaryFolder();
  cpSync(template, folder.path, { recursive: true, preserveTimestamps: true });
  const armed = join(folder.path, 'armed');
  const { code, signal, output } = await run(
    ['test/security/encryptionProcess.ts', folder.path, change, armed],
    {
      KILL_AT: step.toString(),
      KILL_ARMED: armed,
    },
  );
  expect([code, signal]).toEqual(signal === 'SIGKILL' ? [null, 'SIGKILL'] : [0, null]);
  using user = open(folder.path);
  const where = `step ${step.toString()}`;
  expect([where, notesOf(user)]).toEqual([where, ['last', 'new', 'old']]);
  expect([where, user.notices]).toEqual([where, []]);
  const names = databases(folder.path);
  const form = user.keyId === null ? 'plain' : 'encrypted';
  expect([where, names.filter((name) => name.includes('unfinished'))]).toEqual([where, []]);
  if (form === 'encrypted') expect([where, readable(folder.path)]).toEqual([where, []]);
  else expect([where, names.filter((name) => name.includes('encrypted'))]).toEqual([where, []]);
  // The database, three copies or more, and both files that were set aside.
  expect(names.length).toBeGreaterThanOrEqual(6);
  return { steps: Number.parseInt(output, 10), form };
}

function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ code: number | null; signal: string | null; output: string }> {
  const child = spawn(process.execPath, ['--import', './test/security/killAtStep.mjs', ...args], {
    env: { ...process.env, ...environment, SECRET: Buffer.from(secret).toString('hex') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal, output });
    });
  });
}

/** A process that has the database open until it is ended. */
async function startOther(folder: string): Promise<AsyncDisposable & { end(): Promise<void> }> {
  const child = spawn(process.execPath, ['test/security/encryptionProcess.ts', folder, 'open', ''], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      resolve();
    }),
  );
  const end = (): Promise<void> => {
    child.stdin.end();
    return ended;
  };
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return { end, [Symbol.asyncDispose]: end };
}

function changeByte(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
