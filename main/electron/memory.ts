import { limitOwnHeaps, collectGarbage, makeCollections } from '../platform/system/memory.ts';
import type { BrowserWindow, WebContents } from 'electron';
import type { AppEvents } from '../platform/appEvents.ts';

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

/** In milliseconds. Somebody who browses leaves 90 MB of garbage in a page within half a minute. */
const times = { idle: 5000, pause: 300, between: 10_000 };

/**
 * Collects the garbage of this process and of a window's page in pauses between the calls of that page. Chromium leaves it until the page makes
 * more of it, and a sandboxed page cannot ask for it. Threads do so by themselves (`answerCalls`).
 */
export function collectGarbageWhenIdle(
  window: BrowserWindow,
  { events, onError }: { readonly events: AppEvents; readonly onError: (error: unknown) => void },
): void {
  const { webContents } = window;
  const { worked, hold } = makeCollections(() => {
    collectGarbage();
    collectInPage(webContents).catch((error: unknown) => {
      if (!webContents.isDestroyed()) onError(error);
    });
  }, times);
  events.on('windowCalled', worked);
  window.once('closed', () => {
    hold();
    events.off('windowCalled', worked);
  });
}

/** Rule: Chrome DevTools Protocol, `HeapProfiler.collectGarbage`; docs/api/debugger.md. */
async function collectInPage({ debugger: protocol }: WebContents): Promise<void> {
  if (protocol.isAttached()) return;
  protocol.attach();
  try {
    await protocol.sendCommand('HeapProfiler.collectGarbage');
  } finally {
    if (protocol.isAttached()) protocol.detach();
  }
}
