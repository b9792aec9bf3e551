import { expect, it } from 'vitest';
import type { Mirror } from '../../../../../preload/contract/mirrors.ts';
import {
  addressText,
  checkText,
  costText,
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
  compareEveryDays: 7,
  everyMinutes: 15,
  createdAt: now,
  changedAt: now,
  state: 'on',
  figures: {
    read: 1200,
    inserted: 1000,
    changed: 20,
    gone: 1,
    requests: 12,
    upTo: '2026-11-24',
    comparedAt: now - 7_200_000,
    updatedAt: now - 300_000,
    planned: { records: 900, requests: 9 },
    notes: [],
  },
};

function withFigures(figures: Partial<Mirror['figures']>): Mirror {
  return { ...mirror, figures: { ...mirror.figures, ...figures } };
}

it('a mirror says what it has done, and where it stands', () => {
  expect(doneText(mirror)).toBe('Read 1,200 records: 1,000 inserted, 20 changed, 1 gone');
  expect(standText(mirror, now)).toMatch(
    /^Up to .*24.* · updated 5 min.* ago · last full comparison 2 h.* ago$/,
  );
  expect(standText(withFigures({ upTo: null, updatedAt: null, comparedAt: null }), now)).toBe(
    'The first copy is not complete yet',
  );
});

it('costs what its first copy takes, and then what its checks take', () => {
  expect(costText(withFigures({ comparedAt: null }))).toBe('Requests: 12 so far, about 9 for the first copy');
  expect(costText(mirror)).toBe('Requests: 12 so far, about 8 an hour');
  expect(costText({ ...mirror, everyMinutes: 1440 })).toBe('Requests: 12 so far, about 2 a day');
  expect(costText({ ...mirror, resource: 'assets' })).toBe('Requests: 12 so far, about 36 an hour');
  expect(costText({ ...mirror, everyMinutes: null })).toBe('Requests: 12 so far');
  const plan = { records: 40, perPage: 200, requests: 1, requestsPerCheck: 1, durationMs: 1500, limit: null };
  expect(checkText(plan, 180)).toBe('1 request each, about 8 a day');
});

it('an address is shown without a password, in the form in which it is typed', () => {
  expect(addressText(mirror.address)).toBe('rwa@db.example.com:5432/analytics/rwa');
});
