import { join } from 'node:path';
import { app, dialog } from 'electron';
import type { CallArguments } from '../../../preload/contract/bridge.ts';
import type { exportCalls } from '../../../preload/contract/calls/exports.ts';
import { sampleConnectionId } from '../../../preload/contract/connections.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Job } from '../../../preload/contract/jobs.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { exportCsv } from '../../export/exportCsv.ts';
import type { Rooms } from '../../rooms.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** Files made from what is shown. */
export function exportHandlers({ rooms }: HandlerContext): HandlersOf<typeof exportCalls> {
  return {
    exportCsv: (request) => startCsvExport(rooms, request),
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
