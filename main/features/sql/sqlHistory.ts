import { createHash } from 'node:crypto';
import {
  keptStatements,
  sqlDraftSchema,
  sqlStatementSchema,
  type sqlHistoryCalls,
  type SqlStatement,
} from '../../../preload/contract/sqlHistory.ts';
import type { FeatureCalls } from '../../platform/callHandlers.ts';
import { createSerialQueue } from '../../platform/serialQueue.ts';
import { documentsOf } from '../../store/documents.ts';
import type { UserStore } from '../../store/store.ts';

const draftKind = 'sql-draft';

/** The drafts and the history of the view of SQL, among the user's documents. Nothing in them runs by itself. */
export function createSqlHistory(
  user: Pick<UserStore, 'listDocuments' | 'changeDocuments'>,
): FeatureCalls<typeof sqlHistoryCalls> {
  /** Changes come one after another: each begins with what the one before has left. */
  const enqueue = createSerialQueue();
  const statements = documentsOf(user, {
    kind: 'sql-statement',
    schema: sqlStatementSchema,
    one: 'statement',
    many: 'statements',
  });

  async function list(): Promise<SqlStatement[]> {
    return (await statements.read()).documents.toSorted((a, b) => b.at - a.at);
  }

  return {
    async readSqlDraft({ connectionId }) {
      const found = (await user.listDocuments(draftKind)).find(({ id }) => id === connectionId);
      // One of a newer app stays as it is until something else is written.
      return sqlDraftSchema
        .nullable()
        .catch(null)
        .parse(found?.value ?? null);
    },
    writeSqlDraft: async ({ connectionId, draft }) => {
      await user.changeDocuments([{ kind: draftKind, id: connectionId, value: draft }]);
      return undefined;
    },
    listSqlStatements: list,
    noteSqlStatement: (run) =>
      enqueue(async () => {
        const noted = { id: createHash('sha256').update(run.sql).digest('hex').slice(0, 32), ...run };
        const earlier = (await list()).filter(({ id }) => id !== noted.id);
        const forgotten = earlier.slice(keptStatements - 1);
        await user.changeDocuments([
          statements.write(noted),
          ...forgotten.map(({ id }) => statements.remove(id)),
        ]);
        return [noted, ...earlier.slice(0, keptStatements - 1)];
      }),
    removeSqlStatements: ({ ids }) =>
      enqueue(async () => {
        await user.changeDocuments(ids.map(statements.remove));
        return list();
      }),
  };
}
