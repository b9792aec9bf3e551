import {
  computedColumnSchema,
  maxComputedColumns,
  type computedColumnCalls,
  type ComputedColumn,
  type ComputedColumnsRead,
} from '../../../preload/contract/computedColumns.ts';
import { computeColumn } from '../../../preload/contract/expressions/computeColumn.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import { isComputedName, namedColumns } from '../../../preload/contract/expressions/columns.ts';
import { fieldsOfQuery, type Query } from '../../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { FeatureCalls } from '../../platform/calls/callHandlers.ts';
import { createSerialQueue } from '../../platform/serialQueue.ts';
import { documentsOf, stamped } from '../../store/documents.ts';
import type { UserStore } from '../../store/store.ts';

export function createComputedColumns({
  user,
  now,
}: {
  user: Pick<UserStore, 'listDocuments' | 'changeDocuments'>;
  now: () => number;
}) {
  /** Serialized, so each change sees the result of the previous one. */
  const enqueue = createSerialQueue();
  const columns = documentsOf(user, {
    kind: 'computed-column',
    schema: computedColumnSchema,
    one: 'computed column',
    many: 'computed columns',
  });

  async function read(): Promise<ComputedColumnsRead> {
    const { documents, notices } = await columns.read();
    return { columns: documents.toSorted((a, b) => a.createdAt - b.createdAt), notices };
  }

  const calls: FeatureCalls<typeof computedColumnCalls> = {
    listComputedColumns: read,
    saveComputedColumn: ({ id, ...definition }) =>
      enqueue(async () => {
        const computed = computeColumn(definition);
        if (!computed.ok) throw refused(computed.problems[0]?.message ?? 'The expression cannot be read.');
        const others = (await read()).columns.filter((column) => column.resource === definition.resource);
        const before = others.find((column) => column.id === id);
        if (id !== undefined && before === undefined) throw gone(id);
        if (before === undefined && others.length >= maxComputedColumns) {
          const { label } = resources[definition.resource];
          throw refused(
            `${label} have ${maxComputedColumns.toString()} computed columns, the most there can be. Delete one first.`,
          );
        }
        const same = others.find((column) => column.id !== id && column.name === definition.name);
        if (same !== undefined) {
          throw refused(`There is a computed column “${same.name}” already. Choose another name.`);
        }
        const column = stamped(definition, now(), before);
        await user.changeDocuments([columns.write(column)]);
        return column;
      }),
    removeComputedColumn: ({ id }) =>
      enqueue(async () => {
        await user.changeDocuments([columns.remove(id)]);
        return undefined;
      }),
  };

  return {
    calls,
    read,
    /** Adds definitions of computed columns, also of `fields`. Throws `bad-query` if one was deleted. */
    async define(resource: ResourceName, query: Query, fields: readonly string[] = []): Promise<Query> {
      const names = new Set([...fieldsOfQuery(query), ...fields].filter(isComputedName));
      if (names.size === 0) return query;
      const known = namedColumns((await read()).columns, resource);
      const computed = [...names].flatMap((name) => known.get(name) ?? []);
      if (computed.length === names.size) return { ...query, computed };
      throw new FailureError({
        code: 'bad-query',
        message:
          'A computed column that this query sorts or filters by was deleted. Choose another order, or remove the condition on it.',
      });
    },
    of: async (resource: ResourceName): Promise<readonly ComputedColumn[]> =>
      (await read()).columns.filter((column) => column.resource === resource),
  };
}

function refused(message: string): FailureError {
  return new FailureError({ code: 'bad-arguments', message });
}

function gone(id: string): FailureError {
  return new FailureError({
    code: 'not-found',
    message: 'This computed column was deleted. Save it as a new one.',
    detail: id,
  });
}
