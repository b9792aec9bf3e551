import { limitOwnHeaps } from '../platform/system/ownHeaps.ts';

/**
 * V8 and the part of Chromium that holds the elements of a page collect what is unused when the heap has grown by a part of what
 * the computer has: on a desktop with much memory that is hundreds of megabytes for a page that lives in twenty. With these flags they
 * collect once the heap has doubled, and objects are young for 8 MB, not for 16. Less of either costs a quarter of the speed.
 */
const pageFlags = ['--max-semi-space-size=8', '--heap-growing-percent=100'] as const;

/** `app.commandLine`, as far as it is needed here. */
interface Switches {
  getSwitchValue(name: string): string;
  appendSwitch(name: string, value: string): void;
}

/** Keeps the heaps of the pages, of this process and of its threads small. Call it before the app is ready and any thread is started. */
export function limitHeaps(commandLine: Switches): void {
  limitOwnHeaps();
  // What is given at the start comes last, and counts.
  const given = commandLine.getSwitchValue('js-flags');
  commandLine.appendSwitch('js-flags', [...pageFlags, given].join(' ').trim());
}
