import { expect, it } from 'vitest';
import type { Annotation } from '../../../../../preload/contract/annotations.ts';
import { hasWords, listed, tableOf } from '../../../../../renderer/features/annotations/listed.ts';

const sample = { id: 'sample', name: 'Sample data', baseUrl: 'http://127.0.0.1', sample: true };
const work = { id: 'work', name: 'At work', baseUrl: 'https://api.example', sample: false };
const known = {
  connections: [sample, work],
  activeId: 'sample',
  nameOf: (resource: string, id: string | number) =>
    resource === 'assets' && id === 7 ? 'Gold fund' : undefined,
};
const onRecord = (connectionId: string, id: number): Annotation => ({
  subject: { kind: 'record', connectionId, resource: 'assets', id },
  label: 'Watch',
  note: 'Asked twice',
  changedAt: 0,
});

it('a record is listed by its name if known, and one of another connection by its id', () => {
  expect(listed(onRecord('sample', 7), known)).toMatchObject({
    kind: 'Asset',
    name: 'Gold fund',
    elsewhere: null,
  });
  expect(listed(onRecord('work', 7), known)).toMatchObject({ name: '7', elsewhere: 'At work' });
  expect(listed(onRecord('gone', 7), known).elsewhere).toBe('a connection that was removed');
});

it('the search covers label, note, kind and name', () => {
  const one = listed(onRecord('sample', 7), known);
  expect(['', 'gold', 'WATCH twice', 'asset fund'].every((words) => hasWords(one, words))).toBe(true);
  expect(hasWords(one, 'gold silver')).toBe(false);
});

it('the table of an export has an address in full', () => {
  const address = {
    subject: { kind: 'address', address: '0xAbc' },
    label: 'Cold',
    note: '',
    changedAt: 0,
  } as const;
  expect(tableOf([listed(address, known)], sample, 5).rows).toEqual([
    ['Address', '0xAbc', '0xAbc', 'Cold', '', '1970-01-01T00:00:00.000Z'],
  ]);
});
