import { app } from 'electron';
import { isInstalled } from '../platform/system/installation.ts';
import { linkScheme, maxLinkLength } from '../../preload/contract/locations/link.ts';

/** Links that the system hands to the app: stored until the window takes them, which parses them before it trusts them. */
export class ArrivingLinks {
  #waiting: string | null = null;
  readonly #onArrived: () => void;

  constructor(onArrived: () => void) {
    this.#onArrived = onArrived;
  }

  /** Looks for a link among the arguments that a process was started with. */
  arriveFrom(argv: readonly string[]): void {
    const link = argv.find((argument) => argument.startsWith(`${linkScheme}://`));
    if (link !== undefined) this.arrive(link);
  }

  /** Stores a link in place of one that still waits, and announces it. */
  arrive(link: string): void {
    // One character over the limit is enough for the window to see that it is too long.
    this.#waiting = link.slice(0, maxLinkLength + 1);
    this.#onArrived();
  }

  /** The link that waits, once. */
  take(): string | null {
    const link = this.#waiting;
    this.#waiting = null;
    return link;
  }
}

/** Makes the installed app the one that opens its links. From its sources it would register the runtime instead, from a zip take them from an installed one. */
export function claimLinks(): void {
  if (app.isPackaged && isInstalled()) app.setAsDefaultProtocolClient(linkScheme);
}
