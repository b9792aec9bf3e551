import {
  allOthers,
  defaultOptions,
  isJsonFormat,
  type ResolvedExport,
  type ExportFormat,
  type ExportOptions,
  type ExportPreview,
} from '../../../preload/contract/exports.ts';
import type { Failure, Result } from '../../../preload/contract/failures.ts';
import type { Job } from '../../../preload/contract/jobs.ts';
import type { MetricMember } from '../../../preload/contract/metric.ts';
import { findField, resources } from '../../../preload/contract/resources.ts';
import { columnsWithMembers, shownMembers } from '../../../preload/contract/viewColumns.ts';
import { ask, type Bridge } from '../../bridge.ts';
import type { ExportSubject } from '../../shell/exportSubject.ts';
import { LatestRequest } from '../../shell/request.svelte.ts';

export type ScopeChoice = 'query' | 'selected' | 'cached';

export class Exporting {
  readonly subject: ExportSubject;
  readonly #bridge: Bridge;
  readonly preview: LatestRequest<ExportPreview>;
  #format = $state<ExportFormat>('csv');
  #options = $state.raw<ExportOptions>(defaultOptions('csv'));
  scope = $state<ScopeChoice>('query');
  columns = $state<'view' | 'all'>('view');
  form = $state<'wide' | 'long'>('wide');
  #members = $state.raw<readonly MetricMember[] | null>(null);
  failure = $state.raw<Failure | null>(null);
  busy = $state(false);

  constructor(bridge: Bridge, subject: ExportSubject) {
    this.#bridge = bridge;
    this.subject = subject;
    this.preview = new LatestRequest(bridge);
    if (subject.kind === 'records' && (subject.onlySelected === true || subject.selected.length > 1)) {
      this.scope = 'selected';
    }
  }

  get format(): ExportFormat {
    return this.#format;
  }

  /** Sets the format's defaults. Headings and values that the user has set stay. */
  set format(format: ExportFormat) {
    this.#format = format;
    const { delimiter, byteOrderMark, decimalComma } = this.#options;
    this.#options = { ...defaultOptions(format), delimiter, byteOrderMark, decimalComma };
  }

  get options(): ExportOptions {
    return this.#options;
  }

  change(part: Partial<ExportOptions>): void {
    this.#options = { ...this.#options, ...part };
  }

  /** Members of metrics besides the current value; for the view's columns initially the shown ones. */
  get members(): readonly MetricMember[] {
    return this.#members ?? (this.columns === 'view' ? shownMembers : []);
  }

  toggleMember(member: MetricMember): void {
    this.#members = this.members.includes(member)
      ? this.members.filter((other) => other !== member)
      : [...this.members, member];
  }

  readonly hasMetrics = $derived.by(() => {
    const { subject } = this;
    if (subject.kind === 'table' || (this.columns === 'all' && this.#isJson)) return false;
    return this.#columnNames.some((name) => findField(resources[subject.resource], name)?.type === 'metric');
  });

  readonly canPart = $derived.by(
    () =>
      this.#format === 'parquet' &&
      this.subject.kind === 'records' &&
      this.subject.resource === 'transactions' &&
      this.subject.list === undefined &&
      this.scope !== 'selected',
  );

  readonly canSchedule = $derived.by(() => this.subject.kind === 'records' && this.scope !== 'selected');

  readonly parts = $derived.by(() => (this.canPart ? this.#options.parts : null));

  readonly #isJson = $derived(isJsonFormat(this.#format));

  readonly #columnNames = $derived.by((): readonly string[] => {
    const { subject } = this;
    if (subject.kind === 'table') return [];
    if (this.columns === 'view') return subject.columns;
    // JSON contains records unchanged.
    if (this.#isJson) return [];
    const { fields } = resources[subject.resource];
    const seen = fields.filter(({ unseen, derived }) => unseen !== true && derived !== true);
    return [...seen.map(({ name }) => name), allOthers];
  });

  readonly request = $derived.by((): ResolvedExport => {
    const { subject } = this;
    const { connectionId } = subject;
    const entities = this.columns === 'view' ? ('names' as const) : ('values' as const);
    const common = {
      connectionId,
      format: this.#format,
      options: { ...this.#options, entities, parts: this.parts },
    };
    if (subject.kind === 'table') {
      const scope = this.form === 'long' ? (subject.long ?? subject.scope) : subject.scope;
      return { ...common, scope, columns: [] };
    }
    const { resource, query } = subject;
    const scope: ResolvedExport['scope'] =
      subject.list !== undefined
        ? { kind: 'watchlist', listId: subject.list.id, narrowed: subject.query }
        : this.scope === 'selected'
          ? { kind: 'records', resource, ids: [...subject.selected] }
          : { kind: this.scope, resource, query: this.scope === 'cached' ? {} : query };
    return { ...common, scope, columns: columnsWithMembers(resource, this.#columnNames, this.members) };
  });

  look(): void {
    this.failure = null;
    const request = this.plainRequest();
    const knownTotal = this.subject.kind === 'records' && this.scope === 'query' ? this.subject.total : null;
    void this.preview.run(request, (ticket) => this.#bridge.previewExport({ request, knownTotal, ticket }));
  }

  /** Null if the user closed the file dialog, or the start failed. */
  start(): Promise<Job | null> {
    return this.#during(() => this.#bridge.startExport({ request: this.plainRequest() }));
  }

  async copy(): Promise<number | null> {
    const copied = await this.#during(() => this.#bridge.copyExport({ request: this.plainRequest() }));
    return copied?.rows ?? null;
  }

  /** Returns a request without proxies, which the bridge can clone. */
  plainRequest(): ResolvedExport {
    return $state.snapshot(this.request) as ResolvedExport;
  }

  async #during<Value>(call: () => Promise<Result<Value>>): Promise<Value | null> {
    this.busy = true;
    this.failure = null;
    const result = await ask(call);
    this.busy = false;
    this.failure = result.ok ? null : result.failure;
    return result.ok ? result.value : null;
  }
}
