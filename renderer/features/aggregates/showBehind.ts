import type { AggregateResource } from '../../../preload/contract/metadata.ts';
import type { Filter } from '../../../preload/contract/query.ts';
import type { AppState } from '../../shell/app.svelte.ts';
import type { BrowseLocation } from '../../shell/location.ts';
import { canAsk } from './drillDown.ts';

/** Opens a chart's records. Conditions that records lack are dropped, and a message says so. */
export function showBehind(
  app: AppState,
  resource: AggregateResource,
  filters: readonly Filter[],
  to: BrowseLocation,
): void {
  if (!filters.every((filter) => canAsk(resource, filter))) {
    app.messages.say('Some filters of the chart do not apply to records. They were left out.');
  }
  app.navigation.go(to);
}
