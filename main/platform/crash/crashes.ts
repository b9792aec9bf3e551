import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { minuteMs } from '../../../preload/contract/days.ts';
import { describeError, redact } from '../log/redact.ts';
import { makeFolders } from '../system/privateFolder.ts';
import { writePrivateFile } from '../system/privateFile.ts';
import { ownFile, readPlainFileSync } from '../system/textFile.ts';

type CrashKind = 'app' | 'window';

const crashesBeforeSafeMode = 2;

/** Milliseconds without a crash that reset the count. */
const goodWorkMs = 10 * minuteMs;

const maxNotes = 10;

/** Written synchronously, because a dying process cannot wait. */
const stateSchema = z.object({
  inARow: z.int().min(0).max(1000).catch(0),
  /** True until a run shows its window. If the next start reads true, that run died while starting. */
  starting: z.boolean().catch(false),
});

type State = z.infer<typeof stateSchema>;

export interface Crashes {
  readonly safeMode: boolean;
  readonly notice: string | null;
  started(): void;
  note(kind: CrashKind, what: unknown): { readonly path: string; readonly safeModeNext: boolean };
  endedWell(): void;
  /** Newest first. */
  notes(): string[];
}

interface CrashesOptions {
  readonly folder: string;
  readonly now: () => number;
  readonly about: readonly string[];
}

export function openCrashes({ folder, now, about }: CrashesOptions): Crashes {
  const stateFile = join(folder, 'state.json');
  const before = readState(stateFile);
  const beganAt = now();
  let state = before;
  let notice: string | null = null;
  let goodWork: NodeJS.Timeout | undefined;

  const write = (change: Partial<State>): void => {
    state = { ...state, ...change };
    try {
      makeFolders(folder, 0o700);
      writePrivateFile(`${stateFile}.new`, JSON.stringify(state));
      renameSync(`${stateFile}.new`, stateFile);
    } catch {
      // Without a writable disk, crashes are not counted; the app opens as usual.
    }
  };

  if (before.starting) {
    // It died without a note: in native code, or killed by the system.
    const { path } = note('app', 'The app closed unexpectedly while it was starting. The cause is unknown.');
    notice = `RWA Explorer closed unexpectedly while it was starting. Details are in ${path}.`;
  } else if (before.inARow > 0) {
    const [last] = noteFiles(folder, beganAt);
    notice =
      last === undefined
        ? 'RWA Explorer crashed when it was last used.'
        : `RWA Explorer crashed when it was last used. Details are in ${join(folder, last)}.`;
  }
  write({ starting: true });
  awaitGoodWork();

  /** A run may last for weeks and end with the session, without notice. */
  function awaitGoodWork(): void {
    clearTimeout(goodWork);
    goodWork = setTimeout(() => {
      write({ inARow: 0 });
    }, goodWorkMs).unref();
  }

  function note(kind: CrashKind, what: unknown): { path: string; safeModeNext: boolean } {
    const at = now();
    const path = join(folder, noteName(at));
    const inARow = state.inARow + 1;
    write({ inARow, starting: false });
    awaitGoodWork();
    try {
      writePrivateFile(path, noteText({ kind, what, at, about }));
      for (const old of noteFiles(folder, at).slice(maxNotes)) rmSync(join(folder, old), { force: true });
    } catch {
      // The note was not written; the crash itself is the more important error.
    }
    return { path, safeModeNext: inARow >= crashesBeforeSafeMode };
  }

  return {
    safeMode: state.inARow >= crashesBeforeSafeMode,
    notice,
    started() {
      write({ starting: false });
    },
    note,
    endedWell() {
      write({ inARow: 0, starting: false });
    },
    notes: () =>
      noteFiles(folder, now()).flatMap((name) => {
        try {
          return [readPlainFileSync(join(folder, name), ownFile).toString('utf8')];
        } catch {
          // A removed or unreadable note does not hide the others.
          return [];
        }
      }),
  };
}

function noteText(crash: { kind: CrashKind; what: unknown; at: number; about: readonly string[] }): string {
  const subject =
    crash.kind === 'app' ? 'RWA Explorer has crashed.' : 'The window of RWA Explorer has crashed.';
  return [
    subject,
    `When: ${new Date(crash.at).toISOString()}`,
    ...crash.about,
    '',
    redact(describeError(crash.what)),
    '',
    'This report contains neither your API key nor your data. It stays on this computer unless you share it.',
    '',
  ].join('\n');
}

function readState(file: string): State {
  try {
    return stateSchema.parse(JSON.parse(readPlainFileSync(file, ownFile).toString('utf8')));
  } catch {
    // Missing, or half written by a crash: previous runs are unknown.
    return { inARow: 0, starting: false };
  }
}

function noteName(at: number): string {
  return `crash-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}.txt`;
}

function noteFiles(folder: string, now: number): string[] {
  try {
    const names = readdirSync(folder)
      .filter((name) => name.startsWith('crash-'))
      .toSorted()
      .toReversed();
    const last = noteName(now);
    return [...names.filter((name) => name <= last), ...names.filter((name) => name > last)];
  } catch {
    // The folder is created with the first crash.
    return [];
  }
}
