import { join } from 'node:path';
import { runDesktop } from './desktop/desktop.ts';
import { openKeyStore } from './keychain/openKeyStore.ts';
import { openRooms } from './rooms.ts';
import { workerUrls } from './workers.ts';

/** The app's entry point: makes each room once and hands it to the next. */
runDesktop({
  outFolder: join(import.meta.dirname, '..'),
  openRooms: (surroundings) =>
    openRooms({
      ...surroundings,
      openKeyStore,
      workers: workerUrls(import.meta.url),
      background: true,
    }),
});
