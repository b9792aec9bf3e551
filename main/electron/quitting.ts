import { app } from 'electron';
import { errorText } from '../../preload/contract/failures.ts';

interface QuitSteps {
  readonly onClosing: () => void;
  readonly close: () => Promise<void>;
  readonly onClosed: () => void;
}

/** Holds the quit until everything is closed. Ctrl+C, ⌘Q or an update may quit again meanwhile. */
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
        // The app exits anyway; the databases are consistent.
        process.stderr.write(`Closing: ${errorText(error)}\n`);
      })
      .finally(() => {
        onClosed();
        step = 'closed';
        app.quit();
      });
  });
}
