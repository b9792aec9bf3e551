import { readStart } from './electron/modes.ts';
import { runWithoutWindow, openUserDataFolder } from './electron/packedCommandLine.ts';
import { runAgain } from './electron/runAgain.ts';
import { cacheCompiledCodeOf } from './platform/system/compiled.ts';
import { keepOwnRights } from './platform/system/privateFolder.ts';

/** The app's entry point. Minimal: only later imports use the compile cache. */
const start = readStart();
keepOwnRights();
if (start.mode === 'again') {
  await runAgain(start.args);
} else if (start.mode === 'command') {
  openUserDataFolder();
  runWithoutWindow(start.command, async (environment) => {
    // Loaded only here, so that the window does not wait for it.
    const { runCommandLine } = await import('./cli/commandLine.ts');
    return runCommandLine({ ...environment, entryUrl: import.meta.url });
  });
} else {
  openUserDataFolder();
  cacheCompiledCodeOf(import.meta.url);
  const { startApp } = await import('./startApp.ts');
  startApp(import.meta.url);
}
