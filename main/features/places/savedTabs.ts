import { z } from 'zod';
import type { Json } from '../../../preload/contract/json.ts';
import { locationSchema } from '../../../preload/contract/locations/location.ts';
import { maxSavedTabs, type SavedTabs } from '../../../preload/contract/places.ts';

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
