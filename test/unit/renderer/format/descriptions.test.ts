import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../preload/contract/jobs.ts';
import { describeJob, describeTimeLeft, jobShare } from '../../../../renderer/format/jobs.ts';
import { describeKey } from '../../../../renderer/format/key.ts';
import {
  describeCoverage,
  describeFetch,
  describeSource,
  describeStaleness,
} from '../../../../renderer/format/provenance.ts';
import { labelOfName } from '../../../../preload/contract/labelOfName.ts';
import { shortenAddress, shortenMiddle } from '../../../../preload/contract/shorten.ts';
import { shortUrl } from '../../../../renderer/format/text.ts';

const locale = 'en-GB';
const noon = Date.UTC(2025, 10, 25, 12, 4);

describe('text for a column', () => {
  it('addresses lose their middle, short ones stay whole', () => {
    expect(shortenMiddle('0x1234567890abcdef1234567890abcdef12345678')).toBe('0x123456…345678');
    expect(shortenMiddle('0x123456789')).toBe('0x123456789');
    expect(shortenAddress('0x1234567890abcdef1234567890abcdef12345678')).toBe('0x123456…345678');
    expect(shortenAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')).toBe('Tokenk…3VQ5DA');
  });

  it('links lose what every link has', () => {
    expect(shortUrl('https://www.example.com/')).toBe('example.com');
    expect(shortUrl('http://example.com/funds')).toBe('example.com/funds');
  });

  it('names of the service become words', () => {
    expect(labelOfName('top_5_holder.share')).toBe('Top 5 holder share');
  });
});

describe('where figures come from, in words', () => {
  it('coverage', () => {
    const all = { recordCount: 36, loadedCount: 36 };
    const some = { recordCount: 3512, loadedCount: 200 };
    expect([
      describeCoverage({ coverage: { kind: 'answer' } }, all, locale),
      describeCoverage({ coverage: { kind: 'answer' } }, some, locale),
      describeCoverage({ coverage: { kind: 'complete', asOf: noon } }, some, locale),
      describeCoverage({ coverage: { kind: 'complete', asOf: noon, leftOut: 2 } }, some, locale),
      describeCoverage({ coverage: { kind: 'complete', asOf: noon, newer: 1 } }, some, locale),
      describeCoverage({ coverage: { kind: 'partial', cachedRecords: 1 } }, all, locale),
      describeCoverage({ coverage: { kind: 'partial', cachedRecords: 1250 } }, all, locale),
      describeCoverage(
        { coverage: { kind: 'partial', cachedRecords: 5000, serviceCount: 90_000 } },
        some,
        locale,
      ),
    ]).toEqual([
      'all that the service counts',
      '200 loaded, more as you scroll',
      'complete, from the cache',
      'complete but for 2 records that could not be kept, from the cache',
      'complete, 1 record new, changed or gone since, from the cache',
      'from 1 cached record; others may exist',
      'from 1,250 cached records; others may exist',
      '3,512 cached of 90,000; others may come first',
    ]);
  });

  it('of a picture, what is to be known of its figures', () => {
    const provenance = {
      connectionId: 'c',
      sample: true,
      source: 'service',
      fetchedAt: null,
      request: '',
      stale: false,
      notes: ['Each record’s figure is that of its last day with any.'],
      coverage: { kind: 'answer' },
    } as const;
    expect(describeSource(provenance, '', locale)).toBe(
      'Sample data, synthetic · Never fetched · Each record’s figure is that of its last day with any. · RWA Explorer',
    );
  });

  it('time and age', () => {
    const now = noon + 180_000;
    const coverage = { kind: 'partial', cachedRecords: 0 } as const;
    expect(describeFetch({ fetchedAt: noon, source: 'service', coverage }, now, locale)).toBe(
      'fetched 12:04 UTC (3 min ago)',
    );
    expect(describeFetch({ fetchedAt: noon, source: 'local', coverage }, now, locale)).toBe(
      'oldest fetched 12:04 UTC (3 min ago)',
    );
    const none = { fetchedAt: null, source: 'local' } as const;
    expect(describeFetch({ ...none, coverage }, now, locale)).toBe('never fetched');
    // As of SQL without a view.
    expect(describeFetch({ ...none, coverage: { kind: 'answer' } }, now, locale)).toBe('reads no records');
  });

  it('staleness, with its reason', () => {
    expect(describeStaleness({ stale: false })).toBeNull();
    expect(describeStaleness({ stale: true })).toContain('refreshing');
    expect(describeStaleness({ stale: true, staleReason: 'No route.' })).toBe('Not refreshed: No route.');
  });
});

describe('a job in words', () => {
  const job: Job = {
    id: '1',
    kind: 'export',
    title: 'Assets to CSV',
    state: 'running',
    done: 1200,
    total: 3512,
    startedAt: noon,
    endedAt: null,
    resumesAt: null,
    bytes: null,
    path: null,
    failure: null,
  };

  it('each state says how far it is or how it ended', () => {
    const failure = { code: 'unreachable', message: 'The service cannot be reached.' } as const;
    const removed = { code: 'many-removed', message: '50 of 60 records were not in the answer.' } as const;
    expect([
      describeJob(job, noon, locale),
      describeJob({ ...job, total: null }, noon, locale),
      describeJob({ ...job, state: 'waiting', resumesAt: noon + 720_000 }, noon, locale),
      describeJob({ ...job, state: 'done', done: 3512, bytes: 4_200_000 }, noon, locale),
      describeJob({ ...job, kind: 'cleanup', state: 'done', done: 0 }, noon, locale),
      describeJob({ ...job, state: 'failed', failure }, noon, locale),
      describeJob({ ...job, state: 'failed', failure: removed }, noon, locale),
      describeJob({ ...job, state: 'canceled' }, noon, locale),
    ]).toEqual([
      '1,200 of 3,512 records',
      '1,200 records',
      'Waiting, 1,200 records so far; goes on at 12:16 UTC (in 12 min)',
      'Done: 3,512 records, 4.2 MB',
      'Done',
      'Failed after 1,200 records: The service cannot be reached.',
      '50 of 60 records were not in the answer.',
      'Canceled after 1,200 records',
    ]);
  });

  it('a mirror says what it does next, and that it is off where a job would be canceled', () => {
    const mirror = { ...job, kind: 'mirror' } as const;
    const waiting = { ...mirror, state: 'waiting', resumesAt: noon + 720_000 } as const;
    const failure = { code: 'key-rejected', message: 'PostgreSQL does not let rwa in.' } as const;
    expect([
      describeJob(mirror, noon, locale),
      describeJob({ ...mirror, total: null }, noon, locale),
      describeJob({ ...waiting, waitsFor: 'check' }, noon, locale),
      describeJob({ ...waiting, waitsFor: 'retry' }, noon, locale),
      describeJob(waiting, noon, locale),
      describeJob({ ...mirror, state: 'failed', failure }, noon, locale),
      describeJob({ ...mirror, state: 'canceled' }, noon, locale),
    ]).toEqual([
      '1,200 of 3,512 records',
      'Comparing: 1,200 records',
      'Up to date. Next check at 12:16 UTC (in 12 min)',
      'Interrupted. Next attempt at 12:16 UTC (in 12 min)',
      'Waiting, 1,200 records so far; goes on at 12:16 UTC (in 12 min)',
      'Stopped: PostgreSQL does not let rwa in.',
      'Off',
    ]);
  });

  it('an export says how long it will go on at its pace so far', () => {
    const left = (done: number, seconds: number, change: Partial<Job> = {}): string | null =>
      describeTimeLeft({ ...job, done, total: 4000, ...change }, noon + seconds * 1000);
    expect([left(1000, 60), left(3900, 60), left(10, 60), left(2000, 3600)]).toEqual([
      'about 3 min left',
      'less than a minute left',
      'about 7 h left',
      'about 60 min left',
    ]);
    // A sync knows what limits it.
    expect(left(1000, 1, { kind: 'sync', leftMs: 4 * 3_600_000 })).toBe('about 4 h left');
    // Too early to tell, nothing done, of unknown length, waiting, and ended.
    expect([
      left(1000, 1),
      left(0, 60),
      left(1000, 60, { total: null }),
      left(1000, 60, { state: 'waiting' }),
      left(4000, 60, { state: 'done' }),
    ]).toEqual([null, null, null, null, null]);
  });

  it('its share is known when the whole is', () => {
    expect([
      jobShare({ done: 5, total: null }),
      jobShare({ done: 0, total: 0 }),
      jobShare({ done: 1, total: 4 }),
      jobShare({ done: 9, total: 4 }),
    ]).toEqual([null, 1, 0.25, 1]);
  });
});

it('a key is described by its place and its last four characters', () => {
  expect([
    describeKey(null),
    describeKey({ present: false, where: null, lastFour: null }),
    describeKey({ present: true, where: 'keychain', lastFour: 'x9Qz' }),
    describeKey({ present: true, where: 'session', lastFour: 'x9Qz' }),
    describeKey({ present: true, where: 'built-in', lastFour: null }),
  ]).toEqual([
    'No key is stored.',
    'No key is stored.',
    'Stored in the system keychain, ending in x9Qz.',
    'Kept in memory until the app closes, ending in x9Qz.',
    'Built in.',
  ]);
});
