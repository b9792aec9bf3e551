import type { Alert, AlertContent, AlertRule } from '../../../preload/contract/alerts.ts';
import { readFilter, writeFilter } from '../../query/draft.ts';
import type { RecordLink } from '../../fields/links.ts';

export type AlertKind = AlertRule['kind'];
type MetricTest = Extract<AlertRule, { kind: 'metric' }>['test'];

interface MetricSubject extends RecordLink {
  readonly title: string;
}

/** Input for other kinds of rules is kept while the dialog is open. */
export class AlertDraft {
  readonly #connectionId: string;
  readonly #on: boolean;
  name = $state('');
  kind = $state<AlertKind>('transaction');
  listId = $state('');
  filter = $state.raw(readFilter(undefined));
  wallet = $state('');
  direction = $state<'in' | 'out' | 'either'>('out');
  moreThan = $state(1_000_000);
  hours = $state(24);
  subject = $state.raw<MetricSubject | null>(null);
  metric = $state('');
  test = $state.raw<MetricTest>({ kind: 'change', direction: 'down', percent: 10, days: 7 });

  constructor(connectionId: string, alert: Alert | null, listId: string) {
    this.#connectionId = connectionId;
    this.#on = alert?.on ?? true;
    this.listId = listId;
    if (alert === null) return;
    const { rule } = alert;
    this.name = alert.name;
    this.kind = rule.kind;
    if (rule.kind !== 'metric') this.listId = rule.listId;
    if (rule.kind === 'transaction') this.filter = readFilter(rule.query.filter);
    if (rule.kind === 'sum') {
      this.wallet = rule.wallet ?? '';
      this.direction = rule.direction;
      this.moreThan = rule.moreThan;
      this.hours = rule.hours;
    }
    if (rule.kind === 'metric') {
      this.subject = { resource: rule.resource, id: rule.id, title: rule.title };
      this.metric = rule.metric;
      this.test = rule.test;
    }
  }

  readonly rule = $derived.by((): AlertRule | null => {
    if (this.kind === 'metric') {
      if (this.subject === null || this.metric === '') return null;
      const { resource, id, title } = this.subject;
      return { kind: 'metric', resource, id, title, metric: this.metric, test: this.test };
    }
    if (this.listId === '') return null;
    if (this.kind === 'sum') {
      const wallet = this.wallet.trim();
      return {
        kind: 'sum',
        listId: this.listId,
        wallet: wallet === '' ? null : wallet,
        direction: wallet === '' ? 'either' : this.direction,
        moreThan: this.moreThan,
        hours: this.hours,
      };
    }
    const filter = writeFilter(this.filter);
    return { kind: 'transaction', listId: this.listId, query: filter === undefined ? {} : { filter } };
  });

  contentWith(rule: AlertRule, name: string): AlertContent {
    return { connectionId: this.#connectionId, name, on: this.#on, rule };
  }
}
