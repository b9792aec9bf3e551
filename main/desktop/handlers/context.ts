import type { Session } from '../../../preload/contract/bridge.ts';
import type { Policy } from '../../../preload/contract/policy.ts';
import type { Rooms } from '../../rooms.ts';
import type { Tickets } from '../tickets.ts';

/** What is true of this run of the app. */
export interface RunState {
  readonly policy: Policy;
  readonly safeMode: Session['safeMode'];
  /** Sentences that the user has to see once, besides those of the store. */
  notices(): string[];
}

/** What the handlers of the bridge's calls work with. */
export interface HandlerContext {
  readonly rooms: Rooms;
  readonly userDataFolder: string;
  /** The folder of the built bundles. */
  readonly outFolder: string;
  readonly tickets: Tickets;
  readonly state: RunState;
}
