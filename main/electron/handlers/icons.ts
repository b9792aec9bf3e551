import type { iconCalls } from '../../../preload/contract/icons.ts';
import { iconAddress } from '../../features/icons/iconAddress.ts';
import { iconPath } from '../appProtocol.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import type { HandlerContext } from './context.ts';

/** Icons of records that are in the cache: the window names a record, never an address. */
export function iconHandlers({ services }: HandlerContext): HandlersOf<typeof iconCalls> {
  return {
    async getIcon({ connectionId, resource, id }) {
      const { icons, workOffline } = services.readSettings();
      if (icons === 'none') return null;
      const { connection, cache } = await services.connections.open(connectionId);
      const stored = await cache.readRecord({ resource, id });
      const address = iconAddress(stored?.record['icon_url'], connection.baseUrl, icons);
      const name = address === null ? null : await services.icons.fetch(address, { offline: workOffline });
      return name === null ? null : `${iconPath}${name}`;
    },
  };
}
