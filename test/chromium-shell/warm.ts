import process from 'node:process';
import { runEnded, type ReportMessage, type RunMessage } from './control.ts';
import { engine } from './engine.ts';
import { load, switches } from './load.ts';

/**
 * Runs a built app again and again over one Chromium, for tests: `node test/chromium-shell/warm.ts APP-FOLDER CHROMIUM-PROFILE`.
 * A message begins a run with its switches; one is over before the next begins. Each has all that a process of its own would have, but
 * what the modules of the app keep, such as the proxy that was set last, and the settings of V8.
 */
const [, profileFolder = ''] = switches;
await engine.start(
  { profileFolder, headless: true, debuggingPort: 0, netLog: undefined, jsFlags: undefined },
  () => process.exit(1),
);
// The page that Chromium starts with stays open and empty.
(await engine.openPage()).session.tell('Runtime.runIfWaitingForDebugger');

process.on('message', (message: object) => {
  if ('run' in message) void run([switches[0] ?? '', ...(message as RunMessage).run]);
});
process.on('disconnect', () => process.exit());

async function run(args: readonly string[]): Promise<void> {
  const exitCode = await (await load(args))();
  for (const event of ['uncaughtException', 'unhandledRejection']) process.removeAllListeners(event);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  process.send?.({ did: runEnded, args: [exitCode] } satisfies ReportMessage);
}
