import { describe, expect, it } from 'vitest';
import { createAnnotations } from '../../../../../main/features/annotations/annotations.ts';
import { openTestStore, temporaryFolder } from '../../store/testStore.ts';

const asset = { kind: 'record', connectionId: 'sample', resource: 'assets', id: 51 } as const;
const wallet = { kind: 'address', address: '0xAbC1' } as const;

describe('labels and notes', () => {
  it('survive a restart, each with its subject', async () => {
    using folder = temporaryFolder();
    {
      await using store = await openTestStore(folder.path);
      const annotations = createAnnotations(store.user);
      await annotations.change({ subject: asset, label: 'Watch', note: 'Ask about the audit 😀' });
      expect(await annotations.change({ subject: wallet, label: 'Cold wallet' })).toMatchObject({
        label: 'Cold wallet',
        note: '',
      });
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
    using folder = temporaryFolder();
    await using store = await openTestStore(folder.path);
    const annotations = createAnnotations(store.user);
    await annotations.change({ subject: wallet, label: 'Mine' });
    const same = { kind: 'address', address: '0xABC1' } as const;
    expect(await annotations.change({ subject: same, note: 'Opened in May' })).toMatchObject({
      label: 'Mine',
      note: 'Opened in May',
    });
    expect(await annotations.change({ subject: wallet, label: '' })).toMatchObject({ label: '' });
    expect(await annotations.change({ subject: wallet, note: '' })).toBeNull();
    expect(await annotations.list()).toEqual([]);
    expect(await store.user.listDocuments('label')).toEqual([]);
  });

  it('of a shape that this app does not write are skipped and stay stored', async () => {
    using folder = temporaryFolder();
    await using store = await openTestStore(folder.path);
    await store.user.changeDocuments([{ kind: 'label', id: 'x', value: { words: 1 } }]);
    expect(await createAnnotations(store.user).list()).toEqual([]);
    expect(await store.user.listDocuments('label')).toHaveLength(1);
  });
});
