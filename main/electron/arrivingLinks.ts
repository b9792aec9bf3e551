import { app } from 'electron';
import { Arriving } from '../platform/system/arriving.ts';
import { isInstalled } from '../platform/system/installation.ts';
import { linkScheme, maxLinkLength } from '../../preload/contract/locations/link.ts';

/** A link from the operating system. It is untrusted; the window parses it. */
export class ArrivingLinks extends Arriving<string> {
  arriveFrom(argv: readonly string[]): void {
    const link = argv.find((argument) => argument.startsWith(`${linkScheme}://`));
    if (link !== undefined) this.arrive(link);
  }

  /** Stores at most one character over the limit, so the window can report that the link is too long. */
  override arrive(link: string): void {
    super.arrive(link.slice(0, maxLinkLength + 1));
  }
}

/** From sources this would register Electron; from a zip, take links from an installed app. */
export function claimLinks(): void {
  if (app.isPackaged && isInstalled()) app.setAsDefaultProtocolClient(linkScheme);
}
