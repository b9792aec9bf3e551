import type { placeCalls } from '../../../preload/contract/places.ts';
import { openTabs, saveTabs, tabsKind } from '../../features/places/savedTabs.ts';
import type { HandlersOf } from '../../platform/calls/callHandlers.ts';
import type { HandlerContext } from './context.ts';
import type { Arriving } from '../../platform/system/arriving.ts';
import type { CommandId } from '../../../preload/contract/commands.ts';

export interface PlaceOptions {
  readonly links: Arriving<string>;
  readonly chosenCommands: Arriving<CommandId>;
  readonly safeMode: boolean;
}

export function placeHandlers(
  { services: { store } }: HandlerContext,
  { links, chosenCommands, safeMode }: PlaceOptions,
): HandlersOf<typeof placeCalls> {
  return {
    async readTabs({ connectionId: id }) {
      if (safeMode) return null;
      const documents = await store.user.listDocuments(tabsKind);
      const stored = documents.find((document) => document.id === id);
      if (stored === undefined) return null;
      const { tabs, value } = openTabs(stored.value);
      // Written while the window opens the links. If the write fails, the next start opens them again.
      store.user.changeDocuments([{ kind: tabsKind, id, value }]).catch(() => undefined);
      return tabs;
    },
    async writeTabs({ connectionId: id, tabs }) {
      if (!safeMode) await store.user.changeDocuments([{ kind: tabsKind, id, value: saveTabs(tabs) }]);
    },
    takeLink: () => links.take(),
    takeCommand: () => chosenCommands.take(),
  };
}
