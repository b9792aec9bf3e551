import type { UpdateState } from '../../preload/contract/updates.ts';
import { dayAndTime } from './dates.ts';
import { fullFigure } from './numbers.ts';

/** Returns a sentence on new versions. */
export function updateMessage(update: UpdateState): string {
  switch (update.state) {
    case 'off':
      return offMessages[update.reason];
    case 'current':
      return update.checkedAt === null
        ? 'The app checks for updates only when you ask for it.'
        : `This is the latest version, as of ${dayAndTime(update.checkedAt)}.`;
    case 'checking':
      return 'Checking for updates…';
    case 'available':
      return `Version ${update.version} is available.`;
    case 'downloading':
      return `Downloading version ${update.version}: ${fullFigure(Math.floor(update.percent), { unit: 'percent' })}.`;
    case 'ready':
      return `Version ${update.version} is ready. Its signature is checked before it is installed.`;
    case 'installing':
      return `Installing version ${update.version}. The app restarts by itself.`;
    case 'failed':
      return 'The update failed. Your current version is unchanged.';
  }
}

const offMessages: Readonly<Record<Extract<UpdateState, { state: 'off' }>['reason'], string>> = {
  'not-packed': 'Updates are off: this copy was not installed from a package.',
  policy: 'Updates are off: your IT department provides new versions.',
  system:
    'Updates are off: on Linux new versions come with your package manager, or as a new AppImage that replaces the old one.',
  'no-feed': 'Updates are off: this build has no update source.',
  unsigned: 'Updates are off: this build is not signed, so updates cannot be verified.',
};
