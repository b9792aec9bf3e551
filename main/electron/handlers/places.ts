import { maxSavedTabs, type placeCalls, type SavedTabs } from '../../../preload/contract/places.ts';
import type { HandlersOf } from '../../platform/calls/callHandlers.ts';
import type { HandlerContext } from './context.ts';
import type { Arriving } from '../../platform/system/arriving.ts';
import { z } from 'zod';
import type { CommandId } from '../../../preload/contract/commands.ts';
import type { Json } from '../../../preload/contract/json.ts';
import { locationSchema } from '../../../preload/contract/locations/location.ts';

export interface PlaceOptions {
  readonly links: Arriving<string>;
  readonly chosenCommands: Arriving<CommandId>;
  /** In safe mode no views are opened, and those that were open are left as they are. */
  readonly safeMode: boolean;
}

/** Places in the app: the open views, and links from outside. */
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
      // Written while the window opens them; where nothing can be written, a next start opens them once more.
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

/** The open views as they are stored, one thing of this kind for each connection. */
const tabsKind = 'tabs';

/** When the app did not get as far as showing its views so often in a row, they are not opened again. */
const failedOpenings = 2;

const storedSchema = z.object({
  places: z.array(z.unknown()).catch([]),
  active: z.int().min(0).catch(0),
  /** How often the views were handed to the window that has not yet said that it shows them. */
  openings: z.int().min(0).catch(0),
});

interface Opening {
  /** What to open, or null for nothing. */
  readonly tabs: SavedTabs | null;
  /** What to store while the window opens them. */
  readonly value: Json;
}

/**
 * What to open of the views that were stored. Places that the app does not know, or no longer, are left out: bad state
 * never stops the app from opening.
 */
export function openTabs(stored: unknown): Opening {
  const { places, active, openings } = storedSchema
    .catch({ places: [], active: 0, openings: 0 })
    .parse(stored);
  const known = places.flatMap((place, index) => {
    const parsed = locationSchema.safeParse(place);
    return parsed.success ? [{ place: parsed.data, index }] : [];
  });
  const restored = known.slice(0, maxSavedTabs);
  const tabs = {
    places: restored.map(({ place }) => place),
    active: Math.max(
      0,
      restored.findIndex(({ index }) => index === active),
    ),
  };
  const opens = tabs.places.length > 0 && openings < failedOpenings;
  return { tabs: opens ? tabs : null, value: { ...storable(tabs), openings: opens ? openings + 1 : 0 } };
}

/** What to store of the views that the window shows. */
export function saveTabs(tabs: SavedTabs): Json {
  return { ...storable(tabs), openings: 0 };
}

function storable({ places, active }: SavedTabs): { places: Json; active: number } {
  // Locations are JSON; members that are undefined are left out of it.
  return { places: z.json().parse(JSON.parse(JSON.stringify(places))), active };
}
