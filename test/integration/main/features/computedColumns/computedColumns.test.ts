import { describe, expect, it } from 'vitest';
import { createComputedColumns } from '../../../../../main/features/computedColumns/computedColumns.ts';
import {
  maxComputedColumns,
  type ComputedColumn,
  type ComputedDefinition,
} from '../../../../../preload/contract/computedColumns.ts';
import { openTestStore } from '../../store/testStore.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';

const growth: ComputedDefinition = {
  resource: 'assets',
  name: 'Growth',
  expression: 'market_value_dollar - market_value_dollar.val_30d',
  format: 'dollars',
};

describe('computed columns', () => {
  it('are stored, changed and removed, and are there after the store was opened again', async () => {
    using folder = temporaryFolder();
    let saved: ComputedColumn;
    {
      await using store = await openTestStore(folder.path);
      const { calls } = createComputedColumns({ user: store.user, now: () => 5 });
      saved = await calls.saveComputedColumn(growth);
      const other = await calls.saveComputedColumn({ ...growth, name: 'Other' });
      await calls.saveComputedColumn({ ...growth, id: saved.id, expression: 'today()', format: 'date' });
      await calls.removeComputedColumn({ id: other.id });
    }
    await using store = await openTestStore(folder.path);
    const { calls } = createComputedColumns({ user: store.user, now: () => 9 });
    expect(await calls.listComputedColumns(undefined)).toEqual({
      columns: [{ ...saved, expression: 'today()', format: 'date' }],
      notices: [],
    });
    await calls.removeComputedColumn({ id: saved.id });
    expect((await calls.listComputedColumns(undefined)).columns).toEqual([]);
    await expect(calls.saveComputedColumn({ ...growth, id: saved.id })).rejects.toMatchObject({
      failure: { code: 'not-found' },
    });
  });

  it('are refused where they cannot be computed, have a name twice, or do not suit their format', async () => {
    await using store = await openTestStore();
    const { calls } = createComputedColumns({ user: store.user, now: () => 5 });
    const refusal = async (part: Partial<ComputedDefinition>): Promise<unknown> =>
      calls.saveComputedColumn({ ...growth, ...part }).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : error),
      );
    expect(await refusal({ expression: 'name + 1' })).toContain('Join texts with `&`.');
    expect(await refusal({ expression: 'name' })).toContain('Choose text.');
    expect(await refusal({ format: 'date' })).toContain(
      'Choose number, us dollars, percent, percentage points, or text.',
    );
    expect(await refusal({})).toBeNull();
    expect(await refusal({ expression: '1' })).toContain('“Growth” already');
    expect(await refusal({ resource: 'issuers', expression: '1' })).toBeNull();
    expect((await calls.listComputedColumns(undefined)).columns).toHaveLength(2);
  });

  it(`are at most ${maxComputedColumns.toString()} of a resource`, async () => {
    await using store = await openTestStore();
    const { calls } = createComputedColumns({ user: store.user, now: () => 5 });
    const saves = Array.from({ length: maxComputedColumns }, (_, index) =>
      calls.saveComputedColumn({ ...growth, name: index.toString() }),
    );
    const [first] = await Promise.all(saves);
    await expect(calls.saveComputedColumn(growth)).rejects.toThrow('Delete one first.');
    await calls.saveComputedColumn({ ...growth, id: first?.id });
    await calls.saveComputedColumn({ ...growth, resource: 'tokens' });
  });

  it('that a newer app has written are left as they are, which is said', async () => {
    await using store = await openTestStore();
    const value = { ...growth, id: 'new', format: 'sparkline', createdAt: 1, changedAt: 1 };
    await store.user.changeDocuments([{ kind: 'computed-column', id: 'new', value }]);
    const { calls } = createComputedColumns({ user: store.user, now: () => 5 });
    expect(await calls.listComputedColumns(undefined)).toEqual({
      columns: [],
      notices: ['One computed column could not be read. It was left unchanged.'],
    });
    expect((await store.user.listDocuments('computed-column')).map((one) => one.value)).toEqual([value]);
  });
});
