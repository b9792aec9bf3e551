import { createHash } from 'node:crypto';
import {
  keptStatements,
  sqlDraftSchema,
  sqlStatementSchema,
  type sqlHistoryCalls,
} from '../../../preload/contract/sql.ts';
import type { FeatureCalls } from '../../platform/calls/callHandlers.ts';
import { createSerialQueue } from '../../platform/serialQueue.ts';
import type { UserStore } from '../../store/store.ts';

const draftKind = 'sql-draft';
const kind = 'sql-statement';

function isAfter(value: unknown, at: number): boolean {
  const read = sqlStatementSchema.safeParse(value);
  return read.success && read.data.at > at;
}

export function createSqlHistory(
  user: Pick<UserStore, 'listDocuments' | 'findDocuments' | 'changeDocuments'>,
): FeatureCalls<typeof sqlHistoryCalls> {
  /** Serialized, so each change sees the result of the previous one. */
  const enqueue = createSerialQueue();
  const find = (
    words: readonly string[],
    start: number,
    count: number,
  ): ReturnType<typeof user.findDocuments> =>
    user.findDocuments({ kind, order: '$.at', text: '$.sql', words, start, count });

  async function remove(documents: readonly { readonly id: string }[]): Promise<void> {
    if (documents.length > 0) await user.changeDocuments(documents.map(({ id }) => ({ kind, id })));
  }

  return {
    async readSqlDraft({ connectionId }) {
      const found = (await user.listDocuments(draftKind)).find(({ id }) => id === connectionId);
      // A draft of a newer app stays until something else is written.
      return sqlDraftSchema
        .nullable()
        .catch(null)
        .parse(found?.value ?? null);
    },
    writeSqlDraft: async ({ connectionId, draft }) => {
      await user.changeDocuments([{ kind: draftKind, id: connectionId, value: draft }]);
      return undefined;
    },
    async findSqlStatements({ words, start, count }) {
      const { documents, total } = await find(words.split(/\s+/).filter(Boolean), start, count);
      // Statements of a newer app stay stored.
      const read = documents.map(({ value }) => sqlStatementSchema.safeParse(value));
      return { statements: read.flatMap((one) => (one.success ? [one.data] : [])), total };
    },
    noteSqlStatement: (run) =>
      enqueue(async () => {
        const id = createHash('sha256').update(run.sql).digest('hex').slice(0, 32);
        await user.changeDocuments([{ kind, id, value: { id, ...run } }]);
        const over = (await find([], 0, 0)).total - keptStatements;
        if (over <= 0) return undefined;
        // Removes statements dated in the future first: they would outlive new ones.
        const ahead = (await find([], 0, over)).documents.filter(({ value }) => isAfter(value, run.at));
        await remove([...ahead, ...(await find([], keptStatements + ahead.length, over)).documents]);
        return undefined;
      }),
    removeSqlStatements: ({ id }) =>
      enqueue(async () => {
        await remove(id === null ? await user.listDocuments(kind) : [{ id }]);
        return undefined;
      }),
  };
}
