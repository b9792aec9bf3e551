import type { Rooms } from '../../rooms.ts';
import type { ArrivingFile } from '../arrivingFile.ts';
import type { Run } from '../run.ts';
import type { Tickets } from '../tickets.ts';

/** What the handlers of the bridge's calls work with. */
export interface HandlerContext {
  readonly rooms: Rooms;
  readonly userDataFolder: string;
  /** The folder of the built bundles. */
  readonly outFolder: string;
  readonly tickets: Tickets;
  readonly run: Run;
  readonly file: ArrivingFile;
}
