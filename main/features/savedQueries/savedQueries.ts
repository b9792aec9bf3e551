import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { FailureError } from '../../../preload/contract/failures.ts';
import { canonicalJson } from '../../../preload/contract/json.ts';
import {
  queryRunSchema,
  savedQuerySchema,
  type QueryRun,
  type SavedQueries,
  type SavedQuery,
  type SavedQueryContent,
} from '../../../preload/contract/savedQueries.ts';
import type { DocumentChange, UserStore, UserDocument } from '../../store/store.ts';
import { readQueryFile, writeQueryFile } from './queryFile.ts';

/** The saved queries and the runs of queries, kept among the user's own things. */
export interface SavedQueryStore {
  list(): Promise<SavedQueries>;
  /** A new one without `id`. Rejects with `not-found` where there is no query of this id. */
  save(content: SavedQueryContent, id?: string): Promise<SavedQuery>;
  /** Removes queries, and their runs with them. */
  remove(ids: readonly string[]): Promise<void>;
  noteRun(run: QueryRun): Promise<void>;
  clearRuns(): Promise<void>;
  /** What a file holds, by name, or what is wrong with it in sentences; nothing is kept. */
  readFile(text: string): { queries: string[]; faults: string[] };
  /** Keeps what a file holds, all of it or, where there are faults, nothing. */
  importFile(text: string): Promise<{ added: number; alreadyThere: number; faults: string[] }>;
  /** The text of a file with these queries, or with all. */
  exportFile(ids?: readonly string[]): Promise<{ text: string; count: number }>;
}

/** Earlier runs are forgotten. */
export const keptRuns = 500;

const queryKind = 'saved-query';
const runKind = 'query-run';

export function createSavedQueries({ user, now }: { user: UserStore; now: () => number }): SavedQueryStore {
  /** Changes come one after another: each begins with what the one before has left. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };

  async function queries(): Promise<Read<SavedQuery>> {
    return readAll(await user.listDocuments(queryKind), savedQuerySchema, 'saved query');
  }

  async function runs(): Promise<Read<QueryRun>> {
    const read = readAll(await user.listDocuments(runKind), queryRunSchema, 'run of a query');
    return { ...read, things: read.things.toSorted((a, b) => b.at - a.at) };
  }

  return {
    async list() {
      const [saved, run] = await Promise.all([queries(), runs()]);
      return { queries: saved.things, runs: run.things, notices: [...saved.notices, ...run.notices] };
    },
    save: (content, id) =>
      inTurn(async () => {
        const before = id === undefined ? undefined : (await queries()).things.find((one) => one.id === id);
        if (id !== undefined && before === undefined) throw noSuchQuery(id);
        const query: SavedQuery = {
          ...content,
          id: id ?? randomUUID(),
          createdAt: before?.createdAt ?? now(),
          changedAt: now(),
        };
        await user.changeDocuments([asThing(query)]);
        return query;
      }),
    remove: (ids) =>
      inTurn(async () => {
        const gone = new Set(ids);
        const { things } = await runs();
        const theirs = things.filter(({ savedQueryId }) => savedQueryId !== null && gone.has(savedQueryId));
        await user.changeDocuments([
          ...ids.map((id) => ({ kind: queryKind, id })),
          ...theirs.map(({ id }) => ({ kind: runKind, id })),
        ]);
      }),
    noteRun: (run) =>
      inTurn(async () => {
        const earlier = (await runs()).things.filter(({ id }) => id !== run.id);
        const forgotten = earlier.slice(keptRuns - 1);
        await user.changeDocuments([
          { kind: runKind, id: run.id, value: z.json().parse(run) },
          ...forgotten.map(({ id }) => ({ kind: runKind, id })),
        ]);
      }),
    clearRuns: () =>
      inTurn(async () => {
        const all = await user.listDocuments(runKind);
        await user.changeDocuments(all.map(({ id }) => ({ kind: runKind, id })));
      }),
    readFile(text) {
      const { queries: read, faults } = readQueryFile(text);
      return { queries: faults.length > 0 ? [] : read.map(({ name }) => name), faults };
    },
    importFile: (text) =>
      inTurn(async () => {
        const { queries: read, faults } = readQueryFile(text);
        if (faults.length > 0) return { added: 0, alreadyThere: 0, faults };
        const there = new Set((await queries()).things.map(contentKey));
        const fresh = read.filter((content) => !there.has(contentKey(content)));
        const time = now();
        await user.changeDocuments(
          fresh.map((content) => asThing({ ...content, id: randomUUID(), createdAt: time, changedAt: time })),
        );
        return { added: fresh.length, alreadyThere: read.length - fresh.length, faults };
      }),
    async exportFile(ids) {
      const { things } = await queries();
      const chosen = ids === undefined ? things : things.filter(({ id }) => ids.includes(id));
      return { text: writeQueryFile(chosen, now()), count: chosen.length };
    },
  };
}

interface Read<Thing> {
  readonly things: Thing[];
  readonly notices: string[];
}

/** What a newer version of the app has written, or what was damaged, is told of and stays where it is. */
function readAll<Thing>(
  things: readonly UserDocument[],
  schema: z.ZodType<Thing>,
  what: string,
): Read<Thing> {
  const read = things.map(({ value }) => schema.safeParse(value));
  const unread = read.filter(({ success }) => !success).length;
  return {
    things: read.flatMap((result) => (result.success ? [result.data] : [])),
    notices:
      unread === 0
        ? []
        : [
            unread === 1
              ? `One ${what} could not be read. It is kept as it is.`
              : `${unread.toString()} of a kind (${what}) could not be read. They are kept as they are.`,
          ],
  };
}

function asThing(query: SavedQuery): DocumentChange {
  return { kind: queryKind, id: query.id, value: z.json().parse(query) };
}

/** Equal for queries that differ in nothing that a file holds. */
function contentKey(query: SavedQueryContent & Partial<SavedQuery>): string {
  const { id: _id, createdAt: _createdAt, changedAt: _changedAt, ...content } = query;
  return canonicalJson(content);
}

function noSuchQuery(id: string): FailureError {
  return new FailureError({
    code: 'not-found',
    message: 'This saved query is no longer there. Save it under a new name.',
    detail: id,
  });
}
