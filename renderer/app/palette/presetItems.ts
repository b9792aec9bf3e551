import Columns3 from '@lucide/svelte/icons/columns-3';
import { resources } from '../../../preload/contract/resources.ts';
import type { AppState } from '../app.svelte.ts';
import { browse } from '../location.ts';
import type { PaletteItem } from './items.ts';

/** The user's column presets; one of another table opens it. */
export function presetItems(app: AppState): PaletteItem[] {
  return app.columnPresets.presets.map(({ id, name, resource, layout }) => ({
    key: `preset-${id}`,
    group: 'Column presets',
    label: `Apply ${name}`,
    detail: resources[resource].label,
    icon: Columns3,
    run: () => {
      const { location } = app.navigation;
      if (location.view !== 'browse' || location.resource !== resource) app.navigation.go(browse(resource));
      app.columns.apply(resource, layout);
      app.messages.say(`${name} applied.`);
    },
  }));
}
