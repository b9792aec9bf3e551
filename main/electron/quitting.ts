import { app } from 'electron';
import { errorText } from '../../preload/contract/failures.ts';

export interface QuitSteps {
  /** The app is about to close. */
  readonly onClosing: () => void;
  /** Cancels running work and closes the databases. */
  readonly close: () => Promise<void>;
  readonly onClosed: () => void;
}

/** Holds the quit back until everything is closed. It may be asked for again meanwhile: by Ctrl+C, ⌘Q or an update. */
export function closeBeforeQuit({ onClosing, close, onClosed }: QuitSteps): void {
  let step: 'running' | 'closing' | 'closed' = 'running';
  app.on('will-quit', (event) => {
    if (step === 'closed') return;
    event.preventDefault();
    if (step === 'closing') return;
    step = 'closing';
    onClosing();
    close()
      .catch((error: unknown) => {
        // The app ends either way; the databases were written whole before.
        process.stderr.write(`Closing: ${errorText(error)}\n`);
      })
      .finally(() => {
        onClosed();
        step = 'closed';
        app.quit();
      });
  });
}
