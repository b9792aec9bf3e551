import type { BrowserWindow, WebContents } from 'electron';
import { minuteMs } from '../../preload/contract/days.ts';
import { collectGarbage } from '../platform/system/collectGarbage.ts';
import type { AppEvents } from '../platform/appEvents.ts';

/** A window is still when it has called nothing for so long. */
const stillMs = 5000;
/** A collection holds both up for some 50 ms. */
const betweenMs = minuteMs / 2;

/**
 * Collects the garbage of this process and of a window's page whenever nothing has happened in it for a while. Chromium leaves it until the page makes
 * more of it, and a sandboxed page cannot ask for it. Threads do so by themselves (`answerCalls`).
 */
export function collectWhenStill(
  window: BrowserWindow,
  { events, onError }: { readonly events: AppEvents; readonly onError: (error: unknown) => void },
): void {
  const { webContents } = window;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let collectedAt = 0;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        collectedAt = Date.now();
        collectGarbage();
        collectInPage(webContents).catch((error: unknown) => {
          if (!webContents.isDestroyed()) onError(error);
        });
      },
      Math.max(stillMs, collectedAt + betweenMs - Date.now()),
    );
    timer.unref();
  };
  events.on('windowCalled', later);
  window.once('closed', () => {
    clearTimeout(timer);
    events.off('windowCalled', later);
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
