import { z } from 'zod';
import type { Json } from '../../../preload/contract/json.ts';
import { locationSchema } from '../../../preload/contract/locations/location.ts';
import { maxSavedTabs, type SavedTabs } from '../../../preload/contract/places.ts';

export const tabsKind = 'tabs';

/** After this many starts in a row that failed to show the views, they are not opened again. */
const failedOpenings = 2;

const storedSchema = z.object({
  places: z.array(z.unknown()).catch([]),
  active: z.int().min(0).catch(0),
  /** Openings since a window last showed these views. */
  openings: z.int().min(0).catch(0),
});

interface Opening {
  readonly tabs: SavedTabs | null;
  readonly value: Json;
}

/** Returns the stored views to open, without unknown places. Invalid state never blocks a start. */
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

export function saveTabs(tabs: SavedTabs): Json {
  return { ...storable(tabs), openings: 0 };
}

function storable({ places, active }: SavedTabs): { places: Json; active: number } {
  // Locations are JSON; this drops undefined members.
  return { places: z.json().parse(JSON.parse(JSON.stringify(places))), active };
}
