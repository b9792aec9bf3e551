import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Budget } from '../../../preload/contract/budgets.ts';
import {
  formatNames,
  pastExportSchema,
  type ResolvedExport,
  type ExportPreview,
  type ExportRequest,
  type PastExport,
  type Verification,
} from '../../../preload/contract/exports.ts';
import type { ComputedColumn } from '../../../preload/contract/computedColumns.ts';
import { isComputedName, namedColumns } from '../../../preload/contract/expressions/columns.ts';
import type { Filter, Query } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Job } from '../../../preload/contract/jobs.ts';
import { resolveMovingDates } from '../../../preload/contract/movingDates.ts';
import type { JobControl, Jobs } from '../../jobs/jobs.ts';
import type { UserStore } from '../../store/store.ts';
import { exportShape, isEveryField } from './exportShape.ts';
import { previewOf } from './preview.ts';
import { foreignFiles, isOneOf, verifyExport, type VerifyOptions } from './verify.ts';
import type { ExportEnvironment, ExportResult, ExportRunOptions } from './preparedExport.ts';
import { descriptionOf, hasForeignParts } from './parts.ts';
import { runExport, runTextExport } from './runExport.ts';

type MayReplace = (files: readonly string[]) => Promise<boolean>;

export type Exports = ReturnType<typeof createExports>;

export interface ExportsOptions {
  readonly jobs: Jobs;
  readonly user: UserStore;
  readonly environment: (connectionId: string) => Promise<ExportEnvironment>;
  readonly budgets: (connectionId: string) => Promise<Budget[]>;
  readonly workerUrl: URL;
  readonly now: () => number;
  readonly readWatchlist: (listId: string) => Promise<{ name: string; filter: Filter }>;
  readonly computedColumns: {
    read(): Promise<{ readonly columns: readonly ComputedColumn[] }>;
    define(resource: ResourceName, query: Query): Promise<Query>;
  };
}

const documentKind = 'export';
const maxRemembered = 30;
/** A ready-made table is not remembered: repeating it would write stale figures. */
const pastSchema = pastExportSchema.omit({ id: true });
/** Limit of what other programs reliably paste. */
const maxClipboardBytes = 20_000_000;

export function createExports(options: ExportsOptions) {
  const { jobs, user } = options;

  async function known({ scope, ...requested }: ResolvedExport): Promise<ExportRequest> {
    const request = {
      ...requested,
      computed: await computedOf({ scope, ...requested }, options.computedColumns.read),
    };
    if (scope.kind !== 'watchlist') {
      if (scope.kind === 'records' || scope.kind === 'table') return { ...request, scope };
      const query = resolveMovingDates(scope.query, options.now());
      return {
        ...request,
        scope: { ...scope, query: await options.computedColumns.define(scope.resource, query) },
      };
    }
    const { name, filter: rules } = await options.readWatchlist(scope.listId);
    const { filter: narrowed, sort = { field: 'date', direction: 'desc' } } = scope.narrowed ?? {};
    const filter: Filter = narrowed === undefined ? rules : { operator: 'and', filters: [rules, narrowed] };
    const moved = resolveMovingDates({ filter, sort }, options.now());
    const query = await options.computedColumns.define('transactions', moved);
    return { ...request, scope: { kind: 'cached', resource: 'transactions', query, title: name } };
  }

  async function run(
    request: ResolvedExport,
    path: string,
    control: JobControl,
    runOptions?: ExportRunOptions,
  ): Promise<ExportResult> {
    const environment = await options.environment(request.connectionId);
    return runExport(environment, await known(request), path, control, runOptions);
  }

  /** Writes a file as a job and stores its request. Without `mayReplace`, replaces only exports. */
  async function start(requested: ResolvedExport, path: string, mayReplace?: MayReplace): Promise<Job> {
    if (jobs.list().some((job) => job.path === path && job.endedAt === null)) {
      throw new FailureError({
        code: 'file',
        message: 'An export to this file is still running. Wait for it, or choose another name.',
        detail: path,
      });
    }
    // A connection that cannot be opened is reported at once, not as a failed job.
    const environment = await options.environment(requested.connectionId);
    const request = await known(requested);
    const foreign = await foreignTo(environment, request, path);
    if (foreign.length > 0 && (await mayReplace?.(foreign)) !== true) {
      throw new FailureError({
        code: 'canceled',
        message: 'Nothing was exported: the export would have replaced a file that it did not write.',
        detail: foreign.join(', '),
      });
    }
    const { title } = exportShape(request);
    return jobs.start({
      kind: 'export',
      title: `${title} to ${formatNames[request.format].label}`,
      path,
      work: async (control) => {
        await runExport(environment, request, path, control, { replace: true });
        await remember(requested, path, title);
      },
    });
  }

  const unstoppable = { workerUrl: options.workerUrl, signal: new AbortController().signal };

  async function foreignTo(
    environment: ExportEnvironment,
    request: ExportRequest,
    path: string,
  ): Promise<string[]> {
    if (request.options.parts !== null)
      return (await hasForeignParts(path, descriptionOf(environment, path))) ? [path] : [];
    return foreignFiles(path, unstoppable);
  }

  async function past(): Promise<PastExport[]> {
    const documents = await user.listDocuments(documentKind);
    return documents
      .flatMap(({ id, value }): PastExport[] => {
        const parsed = pastSchema.safeParse(value);
        return parsed.success ? [{ id, ...parsed.data }] : [];
      })
      .sort((a, b) => b.at - a.at);
  }

  async function remember(request: ResolvedExport, path: string, title: string): Promise<void> {
    if (request.scope.kind === 'table') return;
    const before = await past();
    const replaced = before.filter((entry) => entry.path === path);
    const tooOld = before.filter((entry) => entry.path !== path).slice(maxRemembered - 1);
    const value = z.json().parse(JSON.parse(JSON.stringify({ title, path, at: options.now(), request })));
    await user.changeDocuments([
      ...[...replaced, ...tooOld].map(({ id }) => ({ kind: documentKind, id })),
      { kind: documentKind, id: randomUUID(), value },
    ]);
  }

  async function asText(
    request: ResolvedExport,
    control: JobControl,
    mostBytes = Infinity,
  ): Promise<{ text: string; rows: number }> {
    const environment = await options.environment(request.connectionId);
    const { rows, bytes, text } = await runTextExport(environment, await known(request), control);
    if (bytes <= mostBytes) return { rows, text };
    throw new FailureError({
      code: 'bad-arguments',
      message: 'This is too large for the clipboard. Export it to a file instead.',
    });
  }

  return {
    start,
    run,
    past,
    asText,
    text: (request: ResolvedExport) => {
      const control = { signal: new AbortController().signal, update: () => undefined };
      return asText(forClipboard(request), control, maxClipboardBytes);
    },
    async preview(request: ResolvedExport, knownTotal: number | null): Promise<ExportPreview> {
      const [environment, budgets] = await Promise.all([
        options.environment(request.connectionId),
        options.budgets(request.connectionId),
      ]);
      return previewOf(environment, await known(request), { knownTotal, budgets });
    },
    /** True if the path is free or has one of these SHA-256, and its description is free or an export's. */
    isOneOf: (path: string, hashes: ReadonlySet<string>) => isOneOf(path, hashes, unstoppable),
    verify: (path: string, control: Omit<VerifyOptions, 'workerUrl'>): Promise<Verification> =>
      verifyExport(path, { workerUrl: options.workerUrl, ...control }),
    titleOf: async (request: ResolvedExport) => exportShape(await known(request)).title,
    async repeat(exportId: string, mayReplace?: MayReplace): Promise<Job> {
      const found = (await past()).find(({ id }) => id === exportId);
      if (found !== undefined) return start(found.request, found.path, mayReplace);
      throw new FailureError({
        code: 'not-found',
        message: 'This export is no longer in the list. Start it again from its view.',
      });
    },
  };
}

/** Throws `not-found` if a chosen column was deleted. */
async function computedOf(
  { scope, columns }: ResolvedExport,
  read: ExportsOptions['computedColumns']['read'],
): Promise<readonly ComputedColumn[]> {
  if (scope.kind === 'table') return [];
  const names = columns.filter(isComputedName);
  const isEvery = isEveryField(columns);
  if (names.length === 0 && !isEvery) return [];
  const known = namedColumns(
    (await read()).columns,
    scope.kind === 'watchlist' ? 'transactions' : scope.resource,
  );
  if (names.every((name) => known.has(name)))
    return [...known].flatMap(([name, column]) => (isEvery || names.includes(name) ? column : []));
  throw new FailureError({
    code: 'not-found',
    message: 'A computed column of this export was deleted. Start the export again from its view.',
  });
}

/** Spreadsheets split pasted text at tabs; a byte order mark or a comment would be pasted as text. */
function forClipboard(request: ResolvedExport): ResolvedExport {
  const { options, format } = request;
  return {
    ...request,
    options: {
      ...options,
      byteOrderMark: false,
      provenance: false,
      delimiter: format === 'csv' ? '\t' : options.delimiter,
    },
  };
}
