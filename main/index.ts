import { join } from 'node:path';
import { commandAmong } from './cli/commandAmong.ts';
import { runDesktop } from './desktop/desktop.ts';
import { programArguments, runWithoutWindow } from './desktop/packedCommandLine.ts';
import { openKeyStore } from './keychain/openKeyStore.ts';
import { readPolicy } from './policy/policyFile.ts';
import { openRooms } from './rooms.ts';
import { workerUrls } from './workers.ts';

/** The app's entry point: makes each room once and hands it to the next. Started with a command it opens no window. */
const command = commandAmong(programArguments());
if (command !== null) {
  runWithoutWindow(command, async (surroundings) => {
    // Loaded here alone: who opens the window does not wait for it.
    const { runCommandLine } = await import('./cli/commandLine.ts');
    return runCommandLine({ ...surroundings, entryUrl: import.meta.url });
  });
} else {
  runDesktop({
    outFolder: join(import.meta.dirname, '..'),
    policy: readPolicy(import.meta.url),
    openRooms: (surroundings) =>
      openRooms({
        ...surroundings,
        openKeyStore,
        workers: workerUrls(import.meta.url),
      }),
  });
}
