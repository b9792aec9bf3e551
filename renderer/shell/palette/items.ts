import type { SearchHit } from '../../../preload/contract/search.ts';
import { browseCommand, commands } from '../../../preload/contract/commands.ts';
import { resourceNames, resources } from '../../../preload/contract/resources.ts';
import { isAddress } from '../../../preload/contract/walletAddresses.ts';
import { synonymsOf } from '../../fields/find.ts';
import { shownText } from '../../format/text.ts';
import { fit, fitWithTypos } from '../commands/match.ts';
import type { AppState } from '../app.svelte.ts';
import type { PaletteItem } from '../feature.ts';
import { browse } from '../location.ts';
import { isFigure } from '../../fields/present.ts';
import { searchedFields } from '../../fields/search.ts';

/** More are narrowed down by typing. */
const shownItems = 60;

export function standingItems(app: AppState, typed: string): PaletteItem[] {
  const commanded = new Set<string>(commands.keys());
  return [
    ...app.views.startingPlaces
      .filter(({ location }) => !commanded.has(location.view))
      .map(({ location, title, icon }) => ({
        key: `place-${location.view}`,
        group: 'Go to',
        label: `Go to ${title}`,
        icon,
        run: () => app.navigation.go(location),
      })),
    ...app.commands.available
      .filter(({ id }) => id !== 'palette')
      .map(({ id, title, group, keys, words }) => ({
        key: id,
        group,
        label: title,
        keys,
        words,
        run: () => app.commands.run(id),
      })),
    ...app.recordActions.available
      .filter(({ disabled }) => disabled !== true)
      // Listed among the commands.
      .filter(({ command }) => command === undefined || !app.commands.isAvailable(command))
      .map(({ key, label, icon, run }) => ({ key: `record-${key}`, group: 'Record', label, icon, run })),
    ...app.features.flatMap((feature) => feature.paletteItems?.(typed) ?? []),
    ...(app.tabs.all.length > 1 ? app.tabs.all : []).map(({ id, navigation }) => ({
      key: `tab-${id.toString()}`,
      group: 'Open tabs',
      label: app.titleOf(navigation.location),
      run: () => app.tabs.activate(id),
    })),
    ...fieldItems(app),
  ];
}

function fieldItems(app: AppState): PaletteItem[] {
  const { location } = app.navigation;
  const resource = location.view === 'browse' ? location.resource : 'assets';
  const { label: records, fields } = resources[resource];
  return fields.filter(isFigure).flatMap(({ name, label, sortable }) =>
    sortable
      ? [
          {
            key: `field-${name}`,
            group: `${records} by`,
            label,
            words: synonymsOf(name),
            run: () => {
              if (!app.columns.of(resource).includes(name)) app.columns.toggle(resource, name);
              const { location: now } = app.navigation;
              const place = now.view === 'browse' ? now : browse(resource);
              app.navigation.go({
                ...place,
                query: { ...place.query, sort: { field: name, direction: 'desc' } },
                recordId: undefined,
                row: undefined,
              });
            },
          },
        ]
      : [],
  );
}

export function searchItems(app: AppState, typed: string): PaletteItem[] {
  const words = typed.trim();
  if (words === '') return [];
  return (
    resourceNames
      // Without searchable fields, as in transactions, only addresses and hashes.
      .filter(
        (name) => isAddress(words) || searchedFields(resources[name]).some(({ searchable }) => searchable),
      )
      .map((name) => ({
        key: `find-${browseCommand(name)}`,
        group: 'Search',
        label: `Find “${words}” in ${resources[name].label.toLowerCase()}`,
        found: true,
        run: () => app.navigation.go({ ...browse(name), search: words }),
      }))
  );
}

export function hitItems(app: AppState, hits: readonly SearchHit[]): PaletteItem[] {
  return hits.map(({ key, resource, id, query, title, subtitle, match, fieldLabel, matched }) => ({
    key: `hit-${key}`,
    group: 'Records',
    label: title,
    detail: [
      resources[resource].singular,
      subtitle,
      // The matched text, if not visible.
      ...(`${title} ${subtitle}`.includes(matched) ? [] : [`${fieldLabel}: ${shownText(matched)}`]),
    ]
      .filter((part) => part !== '')
      .join(' · '),
    found: true,
    guessed: match === 'typo',
    run: () => {
      const filter = query?.filter;
      app.navigation.go(id === null ? browse(resource, { filter }) : { ...browse(resource), recordId: id });
    },
  }));
}

/** Allows typos if nothing matches exactly. Groups follow their best item. */
export function fittingItems(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  if (typed.trim() === '') return items.slice(0, shownItems);
  const scoreBy = (rate: typeof fit) =>
    items.flatMap((item) => {
      const score = item.found === true ? 0 : rate(item.label, typed, `${item.words ?? ''} ${item.group}`);
      return score === null ? [] : [{ item, score }];
    });
  const exact = scoreBy(fit);
  const sure = exact.filter(({ item }) => item.guessed !== true);
  const scored = sure.every(({ item }) => item.group === 'Search') ? scoreBy(fitWithTypos) : sure;
  const groups = Map.groupBy(scored, ({ item }) => item.group);
  const best = [...groups.values()].map((members) => members.toSorted((a, b) => b.score - a.score));
  return best
    .toSorted((a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0))
    .flat()
    .map(({ item }) => item)
    .slice(0, shownItems);
}
