import { FailureError } from '../../../preload/contract/failures.ts';
import type { ColumnPresetContent } from '../../../preload/contract/columnPresets.ts';
import { canonicalJson } from '../../../preload/contract/json.ts';
import {
  queryRunSchema,
  savedQuerySchema,
  type QueryFileContents,
  type QueryFileCounts,
  type QueryFileImport,
  type QueryRun,
  type SavedQueries,
  type SavedQuery,
  type SavedQueryContent,
} from '../../../preload/contract/savedQueries.ts';
import { createSerialQueue } from '../../platform/serialQueue.ts';
import { documentsOf, stamped } from '../../store/documents.ts';
import type { UserStore } from '../../store/store.ts';
import { presetDocuments } from '../columnPresets/columnPresets.ts';
import { contentOf, readQueryFile, writeQueryFile } from './queryFile.ts';

/** The saved queries and the runs of queries, stored among the user's documents. */
export interface SavedQueryStore {
  list(): Promise<SavedQueries>;
  /** A new one without `id`. Rejects with `not-found` where there is no query of this id. */
  save(content: SavedQueryContent, id?: string): Promise<SavedQuery>;
  /** Removes queries, and their runs with them. */
  remove(ids: readonly string[]): Promise<void>;
  noteRun(run: QueryRun): Promise<void>;
  clearRuns(): Promise<void>;
  /** What a file holds, by name, or what is wrong with it in sentences; nothing is stored. */
  readFile(text: string): QueryFileContents;
  /** Keeps what a file holds, column presets included: all of it or, where there are errors, nothing. */
  importFile(text: string): Promise<QueryFileImport>;
  /** The text of a file with these queries and column presets, or with all. */
  exportFile(only?: {
    readonly queries: readonly string[];
    readonly presets: readonly string[];
  }): Promise<{ text: string } & QueryFileCounts>;
}

/** Earlier runs are forgotten. */
export const maxRuns = 500;

const runKind = 'query-run';

export function createSavedQueries({ user, now }: { user: UserStore; now: () => number }): SavedQueryStore {
  /** Changes come one after another: each begins with what the one before has left. */
  const enqueue = createSerialQueue();
  const queries = documentsOf(user, {
    kind: 'saved-query',
    schema: savedQuerySchema,
    one: 'saved query',
    many: 'saved queries',
  });
  const presets = presetDocuments(user);
  const runs = documentsOf(user, {
    kind: runKind,
    schema: queryRunSchema,
    one: 'run of a query',
    many: 'runs of queries',
  });

  return {
    async list() {
      const [saved, run] = await Promise.all([queries.read(), runs.read()]);
      return {
        queries: saved.documents,
        runs: run.documents.toSorted(latestFirst),
        notices: [...saved.notices, ...run.notices],
      };
    },
    save: (content, id) =>
      enqueue(async () => {
        const before =
          id === undefined ? undefined : (await queries.read()).documents.find((one) => one.id === id);
        if (id !== undefined && before === undefined) throw noSuchQuery(id);
        const query = stamped(content, now(), before);
        await user.changeDocuments([queries.write(query)]);
        return query;
      }),
    remove: (ids) =>
      enqueue(async () => {
        const gone = new Set(ids);
        const { documents } = await runs.read();
        const theirs = documents.filter(
          ({ savedQueryId }) => savedQueryId !== null && gone.has(savedQueryId),
        );
        await user.changeDocuments([...ids.map(queries.remove), ...theirs.map(({ id }) => runs.remove(id))]);
      }),
    noteRun: (run) =>
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
    readFile(text) {
      const { errors, ...read } = readQueryFile(text);
      if (errors.length > 0) return { queries: [], presets: [], errors };
      const names = (all: readonly { name: string }[]): string[] => all.map(({ name }) => name);
      return { queries: names(read.queries), presets: names(read.presets), errors };
    },
    importFile: (text) =>
      enqueue(async () => {
        const { errors, ...read } = readQueryFile(text);
        if (errors.length > 0) return { added: { queries: 0, presets: 0 }, alreadyThere: 0, errors };
        const freshQueries = freshOf(read.queries, (await queries.read()).documents);
        const ownPresets = (await presets.read()).documents;
        const freshPresets = freshPresetsOf(read.presets, ownPresets);
        const time = now();
        await user.changeDocuments([
          ...freshQueries.map((content) => queries.write(stamped(content, time))),
          ...freshPresets.map((content) => presets.write(stamped(content, time))),
        ]);
        const added = { queries: freshQueries.length, presets: freshPresets.length };
        const inAll = read.queries.length + read.presets.length;
        return { added, alreadyThere: inAll - added.queries - added.presets, errors };
      }),
    async exportFile(only) {
      const chosenOf = <One extends { readonly id: string }>(all: One[], ids?: readonly string[]): One[] =>
        ids === undefined ? all : all.filter(({ id }) => ids.includes(id));
      const chosen = chosenOf((await queries.read()).documents, only?.queries);
      const chosenPresets = chosenOf((await presets.read()).documents, only?.presets);
      const text = writeQueryFile(chosen, chosenPresets, now());
      return { text, queries: chosen.length, presets: chosenPresets.length };
    },
  };
}

function latestFirst(a: QueryRun, b: QueryRun): number {
  return b.at - a.at;
}

/** Those of a file that differ from each of the user's in something that a file holds. */
function freshOf<Content extends object>(read: readonly Content[], own: readonly Content[]): Content[] {
  const keyOf = (document: Content): string => canonicalJson(contentOf(document));
  const there = new Set(own.map(keyOf));
  return read.filter((content) => !there.has(keyOf(content)));
}

/**
 * Those presets of a file that the user does not have yet. One whose name another of its resource has gets the next free number,
 * unless that other, or one with a number, is the same preset.
 */
function freshPresetsOf(
  read: readonly ColumnPresetContent[],
  own: readonly ColumnPresetContent[],
): ColumnPresetContent[] {
  const keyOf = ({ resource, name }: ColumnPresetContent): string => `${resource} ${name}`;
  const taken = new Map(own.map((preset) => [keyOf(preset), canonicalJson(preset.layout)]));
  return read.flatMap((preset) => {
    const layout = canonicalJson(preset.layout);
    let named = preset;
    for (let number = 2; taken.has(keyOf(named)); number += 1) {
      if (taken.get(keyOf(named)) === layout) return [];
      const ending = ` (${number.toString()})`;
      named = { ...preset, name: `${preset.name.slice(0, 100 - ending.length)}${ending}` };
    }
    taken.set(keyOf(named), layout);
    return [named];
  });
}

function noSuchQuery(id: string): FailureError {
  return new FailureError({
    code: 'not-found',
    message: 'This saved query no longer exists. Save it under a new name.',
    detail: id,
  });
}
