import { app } from 'electron';
import { Arriving } from '../platform/system/arriving.ts';
import { isInstalled } from '../platform/system/installation.ts';
import { linkScheme, maxLinkLength } from '../../preload/contract/locations/link.ts';

/** A link that the system hands to the app; the window parses it before it trusts it. */
export class ArrivingLinks extends Arriving<string> {
  /** Looks for a link among the arguments that a process was started with. */
  arriveFrom(argv: readonly string[]): void {
    const link = argv.find((argument) => argument.startsWith(`${linkScheme}://`));
    if (link !== undefined) this.arrive(link);
  }

  /** Stores one character over the limit at most, by which the window sees that it is too long. */
  override arrive(link: string): void {
    super.arrive(link.slice(0, maxLinkLength + 1));
  }
}

/** Makes the installed app the one that opens its links. From its sources it would register the runtime instead, from a zip take them from an installed one. */
export function claimLinks(): void {
  if (app.isPackaged && isInstalled()) app.setAsDefaultProtocolClient(linkScheme);
}
