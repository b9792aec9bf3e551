import { clipboard, ClipboardItem, shell } from 'electron';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Session } from '../../preload/contract/bridge.ts';
import type { Services } from '../services.ts';
import type { StartMarks } from '../platform/system/startMarks.ts';
import type { Background } from './background/background.ts';
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
import { layoutKind, readLayouts } from '../store/layouts.ts';
import { iconPath } from './appProtocol.ts';
import { openLink } from './links.ts';
import { confirmClearedCache } from './removals.ts';
import { installUpdate } from './newUpdate.ts';
import type { ArrivingFile } from './arrivingFile.ts';
import type { CallHandlers } from './answerCall.ts';
import type { Run } from './run.ts';
import { withCancellation } from './cancellations.ts';
import { featureCalls } from '../calls.ts';
import { shippedPackageSchema, type ShippedPackage } from '../../preload/contract/about.ts';

export interface HandlersOptions {
  readonly services: Services;
  readonly userDataFolder: string;
  readonly places: PlaceOptions;
  readonly marks: StartMarks;
  /** Made after the handlers, since it changes settings through them. */
  readonly background: () => Background;
  readonly run: Run;
  readonly file: ArrivingFile;
  /** The folder of the built bundles. */
  readonly outFolder: string;
  /** Called when the session that the window shows has changed. */
  readonly onSessionChanged: (session: Session) => void;
}

/** What each call of the bridge does: calls the feature, and nothing more. */
export function createHandlers(options: HandlersOptions): CallHandlers {
  const { places, background, marks, onSessionChanged, ...context } = options;
  const { services, run } = context;
  const { caches, connections, jobs } = services;
  const { user } = services.store;
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

    async listRecords(request, signal) {
      const { connectionId, resource, query, fields, plain, refresh, cachedOnly } = request;
      const options = { fields, plain, refresh, cachedOnly, signal };
      return (await services.explorer(connectionId)).list(resource, query, options);
    },

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

    listLayouts: () => readLayouts(user),
    async saveLayout({ resource, layout }) {
      await user.changeDocuments([{ kind: layoutKind, id: resource, value: layout ?? undefined }]);
    },

    listJobs: () => services.listJobs(),
    cancelJob({ jobId }) {
      void jobs.cancel(jobId);
    },
    pauseJob({ jobId }) {
      jobs.pause(jobId);
    },
    resumeJob({ jobId }) {
      jobs.resume(jobId);
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

/** Each part of the app lists what was bundled into it (see `build/bundle/licences.ts`). */
const parts = ['main', 'preload', 'renderer'];

/** The packages whose code is in the built bundles of `outFolder`, each once, by name. */
async function readShippedPackages(outFolder: string): Promise<ShippedPackage[]> {
  const lists = await Promise.all(
    parts.map(async (part) => {
      const text = await readFile(join(outFolder, part, 'licences.json'), 'utf8');
      return z.array(shippedPackageSchema).parse(JSON.parse(text));
    }),
  );
  const byName = new Map(lists.flat().map((entry) => [`${entry.name} ${entry.version}`, entry]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
