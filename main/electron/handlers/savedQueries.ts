import { dayOf } from '../../../preload/contract/days.ts';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import type { savedQueryCalls } from '../../../preload/contract/savedQueries.ts';
import { savedQueriesExtension } from '../../../preload/contract/savedQueries.ts';
import { writeWholeFile } from '../../features/exports/wholeFile.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import type { HandlerContext } from './context.ts';

/** Saved queries, their runs, and their file. */
export function savedQueryHandlers({
  services: { savedQueries },
  file,
  run,
}: HandlerContext): HandlersOf<typeof savedQueryCalls> {
  async function changed<Value>(
    what: { queries: boolean; runs: boolean },
    work: Promise<Value>,
  ): Promise<Value> {
    const value = await work;
    run.events.emit('savedQueriesChanged', what);
    return value;
  }
  const queriesChanged = { queries: true, runs: false };
  const runsChanged = { queries: false, runs: true };

  return {
    listSavedQueries: () => savedQueries.list(),
    saveQuery: ({ id, content }) => changed(queriesChanged, savedQueries.save(content, id)),
    async removeSavedQueries({ ids }) {
      await changed({ queries: true, runs: true }, savedQueries.remove(ids));
    },
    async noteQueryRun(run) {
      await changed(runsChanged, savedQueries.noteRun(run));
    },
    async clearQueryRuns() {
      await changed(runsChanged, savedQueries.clearRuns());
    },
    importSavedQueries: ({ text }) => changed(queriesChanged, savedQueries.importFile(text)),
    async takeQueryFile() {
      const arrived = await file.take();
      return arrived === null ? null : { ...arrived, ...savedQueries.readFile(arrived.text) };
    },
    async exportSavedQueries({ ids }) {
      const { text, count } = await savedQueries.exportFile(ids);
      const { canceled, filePath } = await dialog.showSaveDialog({
        title: 'Export saved queries',
        defaultPath: join(
          app.getPath('downloads'),
          `saved-queries-${dayOf(Date.now())}.${savedQueriesExtension}`,
        ),
        filters: [{ name: 'Saved queries', extensions: [savedQueriesExtension, 'json'] }],
      });
      if (canceled || filePath === '') return null;
      await writeWholeFile(filePath, (write) => write(text));
      return { path: filePath, count };
    },
  };
}
