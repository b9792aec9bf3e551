import { counted } from '../../../preload/contract/counted.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import { canonicalJson } from '../../../preload/contract/json.ts';
import {
  queryRunSchema,
  savedQuerySchema,
  type QueryFileContents,
  type QueryFileImport,
  type QueryRun,
  type SavedQueries,
  type SavedQuery,
  type SavedQueryContent,
} from '../../../preload/contract/savedQueries.ts';
import { createSerialQueue } from '../../platform/serialQueue.ts';
import { documentsOf, stamped } from '../../store/documents.ts';
import type { UserStore } from '../../store/store.ts';
import { onThread } from '../../platform/threads/thread.ts';
import { contentOf, maxQueries, readQueryFile, writeQueryFile, type QueryFile } from './queryFile.ts';
import type { QueryFileCalls } from './worker.ts';

export type SavedQueryStore = ReturnType<typeof createSavedQueries>;

export const maxRuns = 500;

const runKind = 'query-run';

/** Takes a few milliseconds to read. */
const shortFile = 20_000;

/** `workerUrl`: the thread that reads long files; without it they are read in place. */
export function createSavedQueries({
  user,
  now,
  workerUrl,
}: {
  user: UserStore;
  now: () => number;
  workerUrl?: URL;
}) {
  const read = async (text: string): Promise<QueryFile> =>
    workerUrl === undefined || text.length <= shortFile
      ? readQueryFile(text)
      : onThread<QueryFileCalls, QueryFile>(workerUrl, 'queries', (thread) =>
          thread.call('readQueryFile', text),
        );

  /** Serialized, so each change sees the result of the previous one. */
  const enqueue = createSerialQueue();
  const queries = documentsOf(user, {
    kind: 'saved-query',
    schema: savedQuerySchema,
    one: 'saved view',
    many: 'saved views',
  });
  const runs = documentsOf(user, {
    kind: runKind,
    schema: queryRunSchema,
    one: 'run of a query',
    many: 'runs of queries',
  });

  return {
    async list(): Promise<SavedQueries> {
      const [saved, run] = await Promise.all([queries.read(), runs.read()]);
      return {
        queries: saved.documents,
        runs: run.documents.toSorted(latestFirst),
        notices: [...saved.notices, ...run.notices],
      };
    },
    /** Creates a query without `id`. Rejects with `not-found` if there is no query with this id. */
    save: (content: SavedQueryContent, id?: string) =>
      enqueue(async () => {
        const { documents } = await queries.read();
        const before = documents.find((one) => one.id === id);
        if (id !== undefined && before === undefined) throw noSuchQuery(id);
        const message = before === undefined ? tooMany(documents.length + 1) : null;
        if (message !== null) throw new FailureError({ code: 'bad-arguments', message });
        const query = stamped(content, now(), before);
        await user.changeDocuments([queries.write(query)]);
        return query;
      }),
    remove: (ids: readonly string[]) =>
      enqueue(async () => {
        const gone = new Set(ids);
        const { documents } = await runs.read();
        const theirs = documents.filter(
          ({ savedQueryId }) => savedQueryId !== null && gone.has(savedQueryId),
        );
        await user.changeDocuments([...ids.map(queries.remove), ...theirs.map(({ id }) => runs.remove(id))]);
      }),
    noteRun: (run: QueryRun) =>
      enqueue(async () => {
        const { documents } = await runs.read();
        const earlier = documents.filter(({ id }) => id !== run.id).toSorted(latestFirst);
        const forgotten = earlier.slice(maxRuns - 1);
        await user.changeDocuments([runs.write(run), ...forgotten.map(({ id }) => runs.remove(id))]);
      }),
    clearRuns: () =>
      enqueue(async () => {
        const all = await user.listDocuments(runKind);
        await user.changeDocuments(all.map(({ id }) => runs.remove(id)));
      }),
    async readFile(text: string): Promise<QueryFileContents> {
      const { queries: found, errors } = await read(text);
      return { queries: errors.length > 0 ? [] : found.map(({ name }) => name), errors };
    },
    importFile: (text: string) =>
      enqueue(async (): Promise<QueryFileImport> => {
        const { queries: found, errors } = await read(text);
        if (errors.length > 0) return { added: [], alreadyThere: 0, errors };
        const { documents } = await queries.read();
        const fresh = freshOf(found, documents);
        const message = tooMany(documents.length + fresh.length);
        if (message !== null) return { added: [], alreadyThere: 0, errors: [message] };
        const time = now();
        const added = fresh.map((content) => stamped(content, time));
        await user.changeDocuments(added.map(queries.write));
        return { added: added.map(({ id }) => id), alreadyThere: found.length - fresh.length, errors };
      }),
    async exportFile() {
      const { documents } = await queries.read();
      return { text: writeQueryFile(documents, now()), queries: documents.length };
    },
  };
}

function tooMany(count: number): string | null {
  if (count <= maxQueries) return null;
  return `There would be ${counted(count, 'saved view')}, and the app keeps up to ${maxQueries.toLocaleString('en')}. Delete some first.`;
}

function latestFirst(a: QueryRun, b: QueryRun): number {
  return b.at - a.at;
}

function freshOf(read: readonly SavedQueryContent[], own: readonly SavedQuery[]): SavedQueryContent[] {
  const keyOf = (document: SavedQueryContent): string => canonicalJson(contentOf(document));
  const there = new Set(own.map(keyOf));
  return read.filter((content) => !there.has(keyOf(content)));
}

function noSuchQuery(id: string): FailureError {
  return new FailureError({
    code: 'not-found',
    message: 'This saved view no longer exists. Save it under a new name.',
    detail: id,
  });
}
