import { describe, expect, it } from 'vitest';
import { createAnnotations } from '../../../../../main/features/annotations/annotations.ts';
import { openTestStore } from '../../store/testStore.ts';
import { newStore } from '../../../../support/newStore.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';

const asset = { kind: 'record', connectionId: 'sample', resource: 'assets', id: 51 } as const;
const wallet = { kind: 'address', address: '0xAbC1' } as const;

describe('labels and notes', () => {
  it('survive a restart, each with its subject', async () => {
    using folder = temporaryFolder();
    {
      await using store = await openTestStore(folder.path);
      const annotations = createAnnotations(store.user);
      const changed = await annotations.change([
        { subject: asset, label: 'Watch', note: 'Ask about the audit 😀' },
        { subject: wallet, label: 'Cold wallet' },
      ]);
      expect(changed).toMatchObject([
        { subject: asset, annotation: { label: 'Watch', note: 'Ask about the audit 😀' } },
        { subject: wallet, annotation: { label: 'Cold wallet', note: '' } },
      ]);
    }
    await using store = await openTestStore(folder.path);
    const kept = (await createAnnotations(store.user).list()).map(({ subject, label, note }) => [
      subject,
      label,
      note,
    ]);
    expect(kept).toHaveLength(2);
    expect(kept).toEqual(
      expect.arrayContaining([
        [asset, 'Watch', 'Ask about the audit 😀'],
        [wallet, 'Cold wallet', ''],
      ]),
    );
  });

  it('are changed separately, found in any case, and removed when both are empty', async () => {
    await using store = await openTestStore();
    const annotations = createAnnotations(store.user);
    const change = async (one: Parameters<typeof annotations.change>[0][number]) =>
      (await annotations.change([one]))[0]?.annotation;
    await change({ subject: wallet, label: 'Mine' });
    const same = { kind: 'address', address: '0xABC1' } as const;
    expect((await annotations.readLabels())(same.address)).toBe('Mine');
    expect(await change({ subject: same, note: 'Opened in May' })).toMatchObject({
      label: 'Mine',
      note: 'Opened in May',
    });
    expect(await change({ subject: wallet, label: '' })).toMatchObject({ label: '' });
    expect(await change({ subject: wallet, note: '' })).toBeNull();
    expect(await annotations.list()).toEqual([]);
    expect(await store.user.listDocuments('label')).toEqual([]);
  });

  it.each(['label', 'note'] as const)('were changed when the later of them was: the %s', async (later) => {
    const { user } = await newStore();
    const annotations = createAnnotations(user);
    const texts = { label: 'Mine', note: 'Opened in May' };
    const earlier = later === 'label' ? 'note' : 'label';
    await annotations.change([{ subject: wallet, [earlier]: texts[earlier] }]);
    const [first] = await user.listDocuments(earlier);
    // The store counts milliseconds.
    await expect.poll(() => Date.now()).toBeGreaterThan(first?.changedAt ?? Infinity);
    await annotations.change([{ subject: wallet, [later]: texts[later] }]);
    const [last] = await user.listDocuments(later);
    expect(last?.changedAt).toBeGreaterThan(first?.changedAt ?? Infinity);
    expect(await annotations.list()).toEqual([{ subject: wallet, ...texts, changedAt: last?.changedAt }]);
  });

  it('of a shape that this app does not write are skipped and stay stored', async () => {
    await using store = await openTestStore();
    await store.user.changeDocuments([{ kind: 'label', id: 'x', value: { words: 1 } }]);
    expect(await createAnnotations(store.user).list()).toEqual([]);
    expect(await store.user.listDocuments('label')).toHaveLength(1);
  });
});
