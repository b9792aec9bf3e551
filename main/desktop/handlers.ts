import { join } from 'node:path';
import { app, clipboard, dialog, shell } from 'electron';
import type { CallArguments, Session } from '../../preload/contract/bridge.ts';
import { sampleConnectionId } from '../../preload/contract/connections.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { resources } from '../../preload/contract/resources.ts';
import { chooseFields } from '../explore/chooseFields.ts';
import { exportCsv } from '../export/exportCsv.ts';
import type { Rooms } from '../rooms.ts';
import type { CallHandlers } from './ipc.ts';
import { openLink } from './links.ts';
import { Tickets } from './tickets.ts';

export interface HandlersOptions {
  readonly rooms: Rooms;
  readonly userDataFolder: string;
  /** Told when the session the window shows has changed. */
  readonly onSessionChanged: (session: Session) => void;
}

/** What each call of the bridge does: looks up the room that knows, and nothing more. */
export function createHandlers({ rooms, userDataFolder, onSessionChanged }: HandlersOptions): CallHandlers {
  const { connections, jobs } = rooms;
  const tickets = new Tickets();

  async function readSession(): Promise<Session> {
    const activeConnectionId = await connections.readActive();
    return {
      version: app.getVersion(),
      connections: await connections.list(),
      activeConnectionId,
      key: activeConnectionId === null ? null : await connections.keyStatus(activeConnectionId),
      settings: rooms.readSettings(),
      userDataFolder,
      notices: [...rooms.store.notices],
    };
  }

  async function changedSession(): Promise<Session> {
    const session = await readSession();
    onSessionChanged(session);
    return session;
  }

  return {
    getSession: readSession,
    async exploreSampleData() {
      await connections.startSample();
      await connections.activate(sampleConnectionId);
      return changedSession();
    },
    async connect({ baseUrl, key }) {
      await connections.connect(baseUrl, key);
      return changedSession();
    },
    async setActiveConnection({ connectionId }) {
      await connections.activate(connectionId);
      return changedSession();
    },
    async forgetKey({ connectionId }) {
      await connections.forgetKey(connectionId);
      return changedSession();
    },
    async setSettings(change) {
      await rooms.changeSettings(change);
      return changedSession();
    },

    async listRecords({ connectionId, resource, query, fields, refresh, ticket }) {
      const list = await tickets.during(ticket, async (signal) =>
        (await rooms.explorer(connectionId)).list(resource, query, { refresh, signal }),
      );
      return fields === undefined ? list : { ...list, records: chooseFields(resource, list.records, fields) };
    },
    async getRecord({ connectionId, resource, id, refresh, ticket }) {
      return tickets.during(ticket, async (signal) =>
        (await rooms.explorer(connectionId)).record(resource, id, { refresh, signal }),
      );
    },
    async describeResource({ connectionId, resource }) {
      const explorer = await rooms.explorer(connectionId);
      return explorer.describe(resource);
    },
    cancelRequest({ ticket }) {
      tickets.cancel(ticket);
      return Promise.resolve(undefined);
    },
    getBudgets: ({ connectionId }) => rooms.budgets(connectionId),

    exportCsv: (request) => startCsvExport(rooms, request),
    listJobs: () => Promise.resolve(jobs.list()),
    cancelJob({ jobId }) {
      jobs.cancel(jobId);
      return Promise.resolve(undefined);
    },
    showJobFile({ jobId }) {
      const path = jobs.find(jobId)?.path;
      if (typeof path === 'string') shell.showItemInFolder(path);
      return Promise.resolve(undefined);
    },

    async copyText({ text }) {
      await clipboard.writeText(text);
      return undefined;
    },
    openLink: ({ url }) => openLink(url),
  };
}

async function startCsvExport(rooms: Rooms, request: CallArguments<'exportCsv'>): Promise<Job | null> {
  const { connectionId, resource, query, columns } = request;
  const { label } = resources[resource];
  const mark = connectionId === sampleConnectionId ? '-sample' : '';
  const day = new Date().toISOString().slice(0, 10);
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: `Export ${label.toLowerCase()}`,
    defaultPath: join(app.getPath('downloads'), `${resource}${mark}-${day}.csv`),
    filters: [{ name: 'CSV', extensions: ['csv'] }],
  });
  if (canceled || filePath === '') return null;
  const explorer = await rooms.explorer(connectionId);
  const busy = rooms.jobs.list().some((job) => job.path === filePath && job.endedAt === null);
  if (busy) {
    throw new FailureError({
      code: 'file',
      message: 'An export to this file is still running. Wait for it, or choose another name.',
      detail: filePath,
    });
  }
  return rooms.jobs.start({
    kind: 'export',
    title: `${label} to CSV`,
    path: filePath,
    work: (control) =>
      exportCsv({ explorer, resource, query, columns, path: filePath, now: Date.now }, control),
  });
}
