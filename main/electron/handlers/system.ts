import { clipboard } from 'electron';
import type { systemCalls } from '../../../preload/contract/system.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import { openLink } from '../links.ts';

/** The clipboard and the browser of the system. */
export function systemHandlers(): HandlersOf<typeof systemCalls> {
  return {
    async copyText({ text }) {
      await clipboard.writeText(text);
    },
    openLink: ({ url }) => openLink(url),
  };
}
