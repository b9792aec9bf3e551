import { app } from 'electron';
import { commandAmong } from '../cli/commandAmong.ts';
import { limitOwnHeaps } from '../platform/system/memory.ts';

export type Start =
  | { readonly mode: 'window' }
  | { readonly mode: 'command'; readonly command: readonly string[] }
  | { readonly mode: 'again'; readonly args: readonly string[] };

type Mode = 'window' | 'command';

interface Switches {
  /** On Linux, Chromium reads these before this code runs, so they need a restart. */
  readonly atStart: readonly string[];
  /** Chromium reads these when it gets ready. */
  readonly added: Readonly<Record<string, string>>;
}

const ofAll: Readonly<Record<string, string>> = {
  // Disables DNS prefetching, which a content security policy cannot block.
  'blink-settings': 'dnsPrefetchingEnabled=false',
};

/** Utility processes (SQL, sample data) inherit the switches of their parent (`utilityProcess.ts`). */
const modes: Readonly<Record<Mode, Switches>> = {
  window: {
    atStart: [],
    /*
     * V8 and Blink collect garbage when the heap has grown by a share of the computer's memory: hundreds of
     * megabytes for a page that lives in twenty. With these flags they collect once the heap has doubled, and
     * the young generation is 8 MB instead of 16. Lower values cost a quarter of the speed.
     */
    added: { ...ofAll, 'js-flags': '--max-semi-space-size=8 --heap-growing-percent=100' },
  },
  command: {
    // Chromium exits if it finds no usable display (`SetOzonePlatformForLinuxIfNeeded` in Electron's
    // `electron_main_delegate.cc`). The last switch keeps its log lines off standard error.
    atStart: ['--ozone-platform=headless', '--disable-gpu', '--log-level=3'],
    added: ofAll,
  },
};

type Program = Pick<NodeJS.Process, 'argv' | 'platform'> & {
  readonly versions: object;
  readonly isPackaged: boolean;
};

export function readStart({ argv, platform, versions, isPackaged }: Program = thisProgram()): Start {
  const own = ownArguments(argv, isPackaged);
  const command = commandAmong(argv.slice(own));
  if (command === null) return { mode: 'window' };
  const isTold = platform !== 'linux' || argv.some((arg) => arg.startsWith('--ozone-platform'));
  if (isTold || !('electron' in versions)) return { mode: 'command', command };
  return { mode: 'again', args: [...argv.slice(1, own), ...modes.command.atStart, ...argv.slice(own)] };
}

/**
 * Returns the number of arguments that start the program; the rest are for the app. A bare Electron takes its
 * first argument that is not a switch as the app's folder (`default_app/main.ts`).
 */
export function ownArguments(argv: readonly string[], isPackaged: boolean): number {
  return isPackaged ? 1 : argv.findIndex((arg, at) => at > 0 && !arg.startsWith('-')) + 1;
}

function thisProgram(): Program {
  const { argv, platform, versions } = process;
  return { argv, platform, versions, isPackaged: app.isPackaged };
}

/** Call before the app is ready and before any thread starts. */
export function addSwitches(mode: Mode): void {
  limitOwnHeaps();
  for (const [name, value] of Object.entries(modes[mode].added))
    // V8 uses the last flag, so command-line flags override these.
    app.commandLine.appendSwitch(
      name,
      name === 'js-flags' ? `${value} ${app.commandLine.getSwitchValue(name)}`.trim() : value,
    );
}
