import { dayOf } from '../../../preload/contract/days.ts';
import type { QueryFileContents, savedQueryCalls } from '../../../preload/contract/savedQueries.ts';
import { savedQueriesExtension } from '../../../preload/contract/savedQueries.ts';
import { writeWholeFile } from '../../features/exports/wholeFile.ts';
import type { HandlersOf } from '../../platform/calls/callHandlers.ts';
import { decodeText } from '../../platform/system/textFile.ts';
import { chooseFile } from '../saveDialog.ts';
import type { HandlerContext } from './context.ts';

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

  const readFile = (bytes: Uint8Array): Promise<QueryFileContents> =>
    savedQueries.readFile(decodeText(bytes).text);

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
    async importSavedQueries({ bytes }) {
      const { text, note } = decodeText(bytes);
      return { ...(await changed(queriesChanged, savedQueries.importFile(text))), note };
    },
    readQueryFile: ({ bytes }) => readFile(bytes),
    async takeQueryFile() {
      const arrived = await file.read();
      return arrived === null ? null : { ...arrived, ...(await readFile(arrived.bytes)) };
    },
    async exportSavedQueries() {
      const { text, queries } = await savedQueries.exportFile();
      const kind = { label: 'Saved views', extension: savedQueriesExtension };
      const path = await chooseFile('Export saved views', `saved-views-${dayOf(Date.now())}`, kind, ['json']);
      if (path === null) return null;
      await writeWholeFile(path, (write) => write(text));
      return { path, queries };
    },
  };
}
