import { commandAmong } from './cli/commandAmong.ts';
import { programArguments, runWithoutWindow, openUserDataFolder } from './electron/packedCommandLine.ts';
import { argumentsWithoutDisplay, runAgain } from './electron/withoutDisplay.ts';
import { cacheCompiledCodeOf } from './platform/system/compiled.ts';

/** The app's entry point: as little as can be, since only what it imports later is kept compiled. Started with a command it opens no window. */
const command = commandAmong(programArguments());
const withoutDisplay = command === null ? null : argumentsWithoutDisplay(process);
if (command !== null && withoutDisplay !== null) {
  await runAgain(withoutDisplay);
} else if (command !== null) {
  runWithoutWindow(command, async (environment) => {
    // Loaded here alone: who opens the window does not wait for it.
    const { runCommandLine } = await import('./cli/commandLine.ts');
    return runCommandLine({ ...environment, entryUrl: import.meta.url });
  });
} else {
  openUserDataFolder();
  cacheCompiledCodeOf(import.meta.url);
  const { startApp } = await import('./startApp.ts');
  startApp(import.meta.url);
}
