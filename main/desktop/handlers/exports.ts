import { join } from 'node:path';
import { app, clipboard, dialog } from 'electron';
import type { exportCalls } from '../../../preload/contract/calls/exports.ts';
import { sampleConnectionId } from '../../../preload/contract/connections.ts';
import { formatNames, type AskedExport } from '../../../preload/contract/exports.ts';
import type { Job } from '../../../preload/contract/jobs.ts';
import type { Rooms } from '../../rooms.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** Files made from what is shown. */
export function exportHandlers({ rooms, tickets }: HandlerContext): HandlersOf<typeof exportCalls> {
  return {
    previewExport: ({ request, knownTotal, ticket }) =>
      tickets.during(ticket, () => rooms.exports.preview(request, knownTotal)),
    startExport: ({ request }) => startExport(rooms, request),
    async copyExport({ request }) {
      const { text, rows } = await rooms.exports.text(request);
      await clipboard.writeText(text);
      return { rows };
    },
    listExports: () => rooms.exports.past(),
    repeatExport: ({ exportId }) => rooms.exports.repeat(exportId),
    async verifyExport() {
      const { canceled, filePaths } = await dialog.showOpenDialog({
        title: 'Verify an export',
        properties: ['openFile'],
      });
      const [path] = filePaths;
      if (canceled || path === undefined) return null;
      const { verifyExport } = await import('../../export/verify.ts');
      return verifyExport(path);
    },
  };
}

/** The system's dialog asks before it replaces a file. */
async function startExport(rooms: Rooms, request: AskedExport): Promise<Job | null> {
  const { scope, format, connectionId, options } = request;
  const { label, extension } = formatNames[format];
  const title = await rooms.exports.titleOf(request);
  const isNamed = scope.kind === 'table' || scope.kind === 'watchlist';
  const subject = isNamed ? fileNameOf(title) : scope.resource;
  const mark = connectionId === sampleConnectionId ? '-sample' : '';
  const day = new Date().toISOString().slice(0, 10);
  // A folder with a file for each day has no ending.
  const isFolder = format === 'parquet' && options.partitionByDay;
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: `Export ${isNamed ? title : title.toLowerCase()}`,
    defaultPath: join(app.getPath('downloads'), `${subject}${mark}-${day}${isFolder ? '' : `.${extension}`}`),
    ...(isFolder ? {} : { filters: [{ name: label, extensions: [extension] }] }),
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  return canceled || filePath === '' ? null : rooms.exports.start(request, filePath);
}

function fileNameOf(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '') || 'figures'
  );
}
