import { expect, it } from 'vitest';
import type { Mirror } from '../../../../../preload/contract/mirrors.ts';
import {
  addressText,
  checkText,
  doneText,
  standText,
} from '../../../../../renderer/features/mirrors/labels.ts';

const now = Date.UTC(2026, 10, 25, 12);

const mirror: Mirror = {
  id: '1',
  name: 'Transactions in PostgreSQL',
  connectionId: 'sample',
  resource: 'transactions',
  address: {
    host: 'db.example.com',
    port: 5432,
    database: 'analytics',
    user: 'rwa',
    schema: 'rwa',
    tls: 'verify',
  },
  days: 7,
  everyMinutes: 15,
  createdAt: now,
  changedAt: now,
  state: 'on',
  figures: { records: 1200, inserted: 1000, changed: 20, gone: 1, updatedAt: now - 300_000 },
};

it('a mirror says what it has done, and where it stands', () => {
  expect(doneText(mirror)).toBe('1,200 records compared: 1,000 inserted, 20 changed, 1 gone so far');
  expect(standText(mirror, now)).toMatch(/^Up to date 5 min.* ago$/);
  expect(standText({ ...mirror, figures: { ...mirror.figures, updatedAt: null } }, now)).toBe(
    'The first copy is not complete yet',
  );
});

it('says what its checks cost', () => {
  const plan = { records: 40, perPage: 200, requests: 1, durationMs: 1500, limit: null };
  expect(checkText(plan, 15)).toBe('1 request each, about 4 an hour');
  expect(checkText(plan, 180)).toBe('1 request each, about 8 a day');
});

it('an address is shown without a password, in the form in which it is typed', () => {
  expect(addressText(mirror.address)).toBe('rwa@db.example.com:5432/analytics/rwa');
});
