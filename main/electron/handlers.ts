import { clipboard, ClipboardItem, shell } from 'electron';
import type { Session } from '../../preload/contract/bridge.ts';
import type { StartMarks } from '../platform/system/startMarks.ts';
import type { Background } from './background/background.ts';
import type { HandlerContext } from './handlers/context.ts';
import { exportHandlers } from './handlers/exports.ts';
import { mirrorHandlers } from './handlers/mirrors.ts';
import { pictureHandlers } from './handlers/pictures.ts';
import { placeHandlers, type PlaceOptions } from './handlers/places.ts';
import { savedQueryHandlers } from './handlers/savedQueries.ts';
import { scheduleHandlers } from './handlers/schedules.ts';
import { sessionHandlers } from './handlers/session.ts';
import { watchlistHandlers } from './handlers/watchlists.ts';
import { supportHandlers } from './handlers/support.ts';
import { iconAddress } from '../features/icons/iconAddress.ts';
import { iconPath } from './appProtocol.ts';
import { openLink } from './links.ts';
import { confirmClearedCache } from './confirmations/connection.ts';
import { installUpdate } from './confirmations/update.ts';
import type { CallHandlers } from '../platform/calls/answerCall.ts';
import { withCancellation } from '../platform/calls/cancellations.ts';
import { featureCalls } from '../calls.ts';
import { readShippedPackages } from '../features/support/shippedPackages.ts';

interface HandlersOptions extends HandlerContext {
  readonly places: PlaceOptions;
  readonly marks: StartMarks;
  readonly background: () => Background;
  readonly onSessionChanged: (session: Session) => void;
}

export function createHandlers(options: HandlersOptions): CallHandlers {
  const { places, background, marks, onSessionChanged, ...context } = options;
  const { services, run } = context;
  const { caches, connections } = services;
  return withCancellation({
    ...featureCalls(services),
    ...sessionHandlers(context, onSessionChanged),
    ...exportHandlers(context),
    ...pictureHandlers(),
    ...mirrorHandlers(context),
    ...scheduleHandlers(context),
    ...savedQueryHandlers(context),
    ...placeHandlers(context, places),
    ...supportHandlers(context),
    ...watchlistHandlers(context),

    listPackages: () => readShippedPackages(context.outFolder),

    async changeAnnotations({ changes }) {
      const changed = await services.annotations.change(changes);
      run.events.emit('annotationsChanged', changed);
      return changed;
    },

    async clearCache({ connectionId }) {
      await confirmClearedCache(await connections.nameOf(connectionId));
      await caches.clear(connectionId);
      return caches.list();
    },

    // The window names a record, never an address.
    async getIcon({ connectionId, resource, id }) {
      const { icons, workOffline } = services.readSettings();
      if (icons === 'none') return null;
      const { connection, cache } = await connections.open(connectionId);
      const stored = await cache.readRecord({ resource, id });
      const address = iconAddress(stored?.record['icon_url'], connection.baseUrl, icons);
      const name = address === null ? null : await services.icons.fetch(address, { offline: workOffline });
      return name === null ? null : `${iconPath}${name}`;
    },

    async showJobFile({ jobId }) {
      const path = (await services.listJobs()).find(({ id }) => id === jobId)?.path;
      if (typeof path === 'string') shell.showItemInFolder(path);
    },

    async copyText({ text, html }) {
      if (html === undefined) await clipboard.writeText(text);
      else await clipboard.write([new ClipboardItem({ 'text/plain': text, 'text/html': html })]);
    },
    openLink: ({ url }) => openLink(url),

    getBackground: () => background().state,
    tellNetwork({ savesData }) {
      background().tellNetwork(savesData);
    },

    tellStartMarks({ marks: reported }) {
      for (const { phase, at } of reported) marks.reach(phase, at);
    },

    getUpdateState: () => run.updates.state,
    checkForUpdate: () => run.updates.check(),
    downloadUpdate: () => run.updates.download(),
    installUpdate: () => installUpdate(run.updates),
  });
}
