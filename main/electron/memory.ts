import { collectGarbage, makeCollections } from '../platform/system/memory.ts';
import type { BrowserWindow, WebContents } from 'electron';
import type { AppEvents } from '../platform/appEvents.ts';

/** Milliseconds. Browsing leaves 90 MB of garbage in a page within half a minute. */
const times = { idle: 5000, pause: 300, between: 10_000 };

/** Chromium waits for more garbage, and a sandboxed page cannot request a collection. */
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
