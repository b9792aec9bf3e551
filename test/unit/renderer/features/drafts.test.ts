import { describe, expect, it } from 'vitest';
import { alertSchema, type AlertRule } from '../../../../preload/contract/alerts.ts';
import { mirrorSchema } from '../../../../preload/contract/mirrors.ts';
import { scheduleSchema, type ScheduleTimes } from '../../../../preload/contract/schedules.ts';
import { watchlistSchema } from '../../../../preload/contract/watchlists.ts';
import { ComputedDraft } from '../../../../renderer/features/computedColumns/draft.svelte.ts';
import { MirrorDraft } from '../../../../renderer/features/mirrors/mirrorDraft.svelte.ts';
import { ScheduleDraft } from '../../../../renderer/features/schedules/scheduleDraft.svelte.ts';
import { AlertDraft } from '../../../../renderer/features/watchlists/alertDraft.svelte.ts';
import { WatchlistDraft } from '../../../../renderer/features/watchlists/watchlistDraft.svelte.ts';

/** Nothing here is what a new one begins with: what a form forgets is lost when it is saved. */

const connectionId = 'test';
const stored = { id: 'one', createdAt: 1, changedAt: 2 };
const filter = {
  operator: 'and' as const,
  filters: [{ field: 'usd_amount', operator: 'gte' as const, value: 1_000_000 }],
};

describe('what is edited and saved without a change is as it was:', () => {
  it('a watchlist', () => {
    const content = {
      connectionId,
      name: 'Treasuries',
      color: 'red' as const,
      note: 'Since the audit',
      on: false,
      query: { filter },
      wallets: [{ address: `0x${'ab'.repeat(20)}`, chain: 'evm' as const, side: 'from' as const }],
    };
    const list = watchlistSchema.parse({ ...stored, ...content });
    expect(new WatchlistDraft({ id: connectionId }, list).content).toEqual(content);
  });

  const metric = {
    kind: 'metric',
    resource: 'assets',
    id: 7,
    title: 'A fund',
    metric: 'price_dollar',
  } as const;
  const rules: AlertRule[] = [
    { kind: 'transaction', listId: 'list', query: { filter } },
    { kind: 'sum', listId: 'list', wallet: '0xab', direction: 'in', moreThan: 5000, hours: 48 },
    { ...metric, test: { kind: 'value', direction: 'above', value: 3 } },
    { ...metric, test: { kind: 'change', direction: 'up', percent: 4, days: 30 } },
  ];
  it.each(rules)('an alert by $kind', (rule) => {
    const content = { connectionId, name: 'Large', on: false, rule };
    const draft = new AlertDraft(connectionId, alertSchema.parse({ ...stored, ...content }), 'another list');
    expect(draft.rule).toEqual(rule);
    expect(draft.contentWith(rule, draft.name)).toEqual(content);
  });

  const times: ScheduleTimes[] = [
    { kind: 'hourly', minute: 20 },
    { kind: 'daily', at: 600 },
    { kind: 'weekly', weekday: 4, at: 601 },
    { kind: 'monthly', day: 'last', at: 602 },
  ];
  it.each(times)('a schedule that is $kind', (when) => {
    const work = { kind: 'sync', connectionId, resource: 'assets', query: { filter } } as const;
    const content = { name: 'Assets', work, times: when, on: false, waitMinutes: 90, late: 'deliver' };
    const schedule = scheduleSchema.parse({ ...stored, dueAfter: 3, ...content });
    expect(new ScheduleDraft({ name: content.name, work }, schedule).content).toEqual(content);
  });

  it('a mirror', () => {
    const content = {
      name: 'To the warehouse',
      connectionId,
      resource: 'assets' as const,
      filter,
      address: {
        host: 'db.example',
        port: 5433,
        database: 'analysis',
        user: 'rwa',
        schema: 'mirrored',
        tls: 'verify' as const,
      },
      days: 30,
      everyMinutes: 45,
    };
    const figures = { records: 0, inserted: 0, changed: 0, gone: 0, updatedAt: null };
    const mirror = mirrorSchema.parse({ ...stored, ...content, state: 'on', figures });
    const subject = { connectionId, resource: content.resource, query: { filter } };
    expect(new MirrorDraft(subject, mirror).content).toEqual(content);
  });

  it('a computed column', () => {
    const content = { resource: 'assets', name: 'Twice', expression: 'holding_addresses_count * 2' } as const;
    const request = {
      resource: content.resource,
      column: { ...stored, ...content, format: 'dollars' as const },
      rows: { recordsInSight: () => Promise.resolve([]) },
    };
    const draft = new ComputedDraft(request, undefined);
    expect(draft.definition).toEqual({ ...content, format: 'dollars' });
    expect(draft.typed).toBeUndefined();
  });
});
