import { dayOf } from '../../../preload/contract/days.ts';
import { clipboard } from 'electron';
import { sampleConnectionId } from '../../../preload/contract/connections.ts';
import { formatNames, type exportCalls, type ResolvedExport } from '../../../preload/contract/exports.ts';
import { hasCode } from '../../../preload/contract/failures.ts';
import type { Job } from '../../../preload/contract/jobs.ts';
import type { Services } from '../../services.ts';
import type { HandlersOf } from '../../platform/calls/callHandlers.ts';
import { fileNameOf } from '../../platform/system/fileNames.ts';
import { chooseFile, chooseFolder, mayReplace } from '../saveDialog.ts';
import { chooseFileToOpen } from '../ask.ts';
import type { HandlerContext } from './context.ts';

export function exportHandlers({ services, run }: HandlerContext): HandlersOf<typeof exportCalls> {
  return {
    previewExport: ({ request, knownTotal }) => services.exports.preview(request, knownTotal),
    startExport: ({ request }) => startExport(services, request),
    async copyExport({ request }) {
      const { text, rows } = await services.exports.text(request);
      await clipboard.writeText(text);
      return { rows };
    },
    listExports: () => services.exports.past(),
    repeatExport: ({ exportId }) => services.exports.repeat(exportId, mayReplace),
    async verifyExport({ ticket }, signal) {
      const path = await chooseFileToOpen({ title: 'Verify an export', properties: ['openFile'] });
      if (path === null) return null;
      const onProgress = (done: number, total: number): void => {
        if (ticket !== undefined) run.events.emit('verifyProgress', { ticket, done, total });
      };
      return services.exports.verify(path, { signal, onProgress });
    },
  };
}

async function startExport(services: Services, request: ResolvedExport): Promise<Job | null> {
  const { scope, format, connectionId, options } = request;
  const title = await services.exports.titleOf(request);
  const isNamed = scope.kind === 'table' || scope.kind === 'watchlist';
  const subject = isNamed ? fileNameOf(title, 'figures') : scope.resource;
  const mark = connectionId === sampleConnectionId ? '-sample' : '';
  const isFolder = options.parts !== null;
  const heading = `Export ${isNamed ? title : title.toLowerCase()}`;
  const name = `${subject}${mark}-${dayOf(Date.now())}`;
  const filePath = await (isFolder ? chooseFolder(heading) : chooseFile(heading, name, formatNames[format]));
  if (filePath === null) return null;
  try {
    // The save dialog has not asked about files in a folder, or about the description beside the file.
    return await services.exports.start(request, filePath, (files) =>
      mayReplace(files.filter((file) => isFolder || file !== filePath)),
    );
  } catch (error) {
    if (hasCode(error, 'canceled')) return null;
    throw error;
  }
}
