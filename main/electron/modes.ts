import { app } from 'electron';
import { commandAmong } from '../cli/commandAmong.ts';
import { limitOwnHeaps } from '../platform/system/memory.ts';

/** How this process goes on: opens the window, runs a command, or starts the program again with other arguments in its place. */
export type Start =
  | { readonly mode: 'window' }
  | { readonly mode: 'command'; readonly command: readonly string[] }
  | { readonly mode: 'again'; readonly args: readonly string[] };

type Mode = 'window' | 'command';

/** Switches of one mode, with their values. */
interface Switches {
  /** Chromium reads them before this code runs, so that Linux has to be told them at the start. */
  readonly atStart: readonly string[];
  /** Chromium reads them when it gets ready. */
  readonly added: Readonly<Record<string, string>>;
}

const ofAll: Readonly<Record<string, string>> = {
  // A page may name hosts to be looked up ahead, which no policy of content forbids.
  'blink-settings': 'dnsPrefetchingEnabled=false',
};

/**
 * What Chromium is told in each mode. The processes of SQL and of the sample data are utility processes, which are told what the one is told that
 * starts them (`utilityProcess.ts`).
 */
const modes: Readonly<Record<Mode, Switches>> = {
  window: {
    atStart: [],
    /*
     * V8 and the part of Chromium that holds the elements of a page collect what is unused when the heap has grown by a part of what the computer
     * has: on a desktop with much memory that is hundreds of megabytes for a page that lives in twenty. With these flags they collect once the heap
     * has doubled, and objects are young for 8 MB, not for 16. Less of either costs a quarter of the speed.
     */
    added: { ...ofAll, 'js-flags': '--max-semi-space-size=8 --heap-growing-percent=100' },
  },
  command: {
    // Chromium ends as soon as it finds no display that it can use (`SetOzonePlatformForLinuxIfNeeded` in Electron's
    // `electron_main_delegate.cc`). The last keeps lines of its own from the standard error.
    atStart: ['--ozone-platform=headless', '--disable-gpu', '--log-level=3'],
    added: ofAll,
  },
};

type Program = Pick<NodeJS.Process, 'argv' | 'platform'> & {
  readonly versions: object;
  readonly isPackaged: boolean;
};

/** What the arguments of this process ask for. */
export function readStart({ argv, platform, versions, isPackaged }: Program = thisProgram()): Start {
  const own = ownArguments(argv, isPackaged);
  const command = commandAmong(argv.slice(own));
  if (command === null) return { mode: 'window' };
  const isTold = platform !== 'linux' || argv.some((arg) => arg.startsWith('--ozone-platform'));
  if (isTold || !('electron' in versions)) return { mode: 'command', command };
  return { mode: 'again', args: [...argv.slice(1, own), ...modes.command.atStart, ...argv.slice(own)] };
}

/**
 * The number of arguments that start the program; the others are for the app. A bare Electron takes its first argument that is no switch as the app's
 * folder (`default_app/main.ts`).
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): number {
  return isPackaged ? 1 : argv.findIndex((arg, at) => at > 0 && !arg.startsWith('-')) + 1;
}

function thisProgram(): Program {
  const { argv, platform, versions } = process;
  return { argv, platform, versions, isPackaged: app.isPackaged };
}

/** Tells Chromium and V8 what they have to know of this mode. Call it before the app is ready and any thread is started. */
export function addSwitches(mode: Mode): void {
  limitOwnHeaps();
  for (const [name, value] of Object.entries(modes[mode].added))
    // Of the flags of V8, what is given at the start comes last, and counts.
    app.commandLine.appendSwitch(
      name,
      name === 'js-flags' ? `${value} ${app.commandLine.getSwitchValue(name)}`.trim() : value,
    );
}
