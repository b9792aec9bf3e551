import type { Budget } from '../../../preload/contract/budgets.ts';
import type { ExportPreview, ExportRequest } from '../../../preload/contract/exports.ts';
import { namesComputed } from '../../../preload/contract/query.ts';
import type { Json } from '../../../preload/contract/json.ts';
import { wholeRecords } from '../../../preload/contract/recordsText.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { largestPage, requestsFor } from '../../sync/pageSizes.ts';
import { cellsOf, Instant, type Cell } from './cells.ts';
import { displayedCells } from './displayed.ts';
import type { ExportColumn } from './exportColumns.ts';
import { withEntityNames } from './entityNames.ts';
import { exportShape } from './exportShape.ts';
import { knownFields, withExtraColumns } from './extraColumns.ts';
import { ExtraFields } from './extraFields.ts';
import type { FileShape } from './formats/format.ts';
import { dayText, momentText } from './instants.ts';
import { narrowedToParts } from './parts.ts';
import { plainNumber } from '../../../preload/contract/plainNumber.ts';
import type { ExportEnvironment } from './preparedExport.ts';
import { recordsIn } from './recordsIn.ts';
import { rowsOfTable } from './sources.ts';

const previewRows = 5;
const longestCell = 80;

export async function previewOf(
  environment: ExportEnvironment,
  asked: ExportRequest,
  known: { readonly knownTotal: number | null; readonly budgets: readonly Budget[] },
): Promise<ExportPreview> {
  const request = narrowedToParts(asked, environment.now());
  const requested = await withEntityNames(exportShape(request), environment.cache);
  const { records, total } = await firstRecords(environment, request);
  const shape = { ...requested, columns: columnsOf(requested, request, records) };
  const { scope } = request;
  const local = scope.kind !== 'query' || namesComputed(scope.query) || environment.sync === null;
  // For the last days, the view's total does not apply.
  const all = local ? total : request === asked ? known.knownTotal : null;
  return {
    headings: shape.columns.map(({ name, label }) => (request.options.headings === 'labels' ? label : name)),
    rows: records.map((record) => shownCells(record, shape)),
    total: all,
    requests: local ? null : requestsOf(request, all, known.budgets),
    local,
  };
}

async function firstRecords(
  environment: ExportEnvironment,
  request: ExportRequest,
): Promise<{ records: readonly Readonly<Record<string, Json>>[]; total: number }> {
  const { cache } = environment;
  const { scope } = request;
  switch (scope.kind) {
    case 'table': {
      const total = scope.kept?.rows ?? scope.rows.length;
      for await (const { rowsText } of rowsOfTable(environment, scope))
        return { total, records: recordsIn(rowsText, exportShape(request).columns).slice(0, previewRows) };
      return { total, records: [] };
    }
    case 'records': {
      const { resource } = scope;
      const found = await Promise.all(
        scope.ids.slice(0, previewRows).map((id) => cache.readRecord({ resource, id })),
      );
      return {
        records: found.flatMap((entry) => (entry === null ? [] : [entry.record])),
        total: scope.ids.length,
      };
    }
    case 'query':
    case 'cached': {
      const query = { ...scope.query, pagination: { page: 1, perPage: previewRows } };
      const asked = { resource: scope.resource, query };
      const answer = await cache.runQuery(asked);
      return { records: wholeRecords(asked, answer), total: answer.pagination.resultCount };
    }
  }
}

function columnsOf(
  shape: FileShape,
  { scope }: ExportRequest,
  records: readonly Readonly<Record<string, Json>>[],
): readonly ExportColumn[] {
  const { columns, further } = shape;
  if (!further || scope.kind === 'table') return columns;
  const others = new ExtraFields(knownFields(columns));
  for (const record of records) others.add(record);
  return withExtraColumns(scope.resource, shape, others.found());
}

function requestsOf(
  { scope }: ExportRequest,
  total: number | null,
  budgets: readonly Budget[],
): ExportPreview['requests'] {
  if (scope.kind !== 'query') return null;
  const budget = budgets.find(({ endpoint }) => endpoint === resources[scope.resource].path);
  if (budget === undefined || total === null) return null;
  return {
    needed: requestsFor(total, largestPage(scope.resource)),
    left: budget.left,
    perHour: budget.perHour,
  };
}

function shownCells(record: Readonly<Record<string, Json>>, { columns, options }: FileShape): string[] {
  const cells = cellsOf(record, columns);
  const shown = options.values === 'displayed' ? displayedCells(columns, options.locale)(cells) : cells;
  return shown.map((cell, index) => textOf(cell, columns[index]?.kind === 'date', options.decimalComma));
}

function textOf(cell: Cell, isDay: boolean, decimalComma: boolean): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return decimalComma ? plainNumber(cell).replace('.', ',') : plainNumber(cell);
  if (cell instanceof Instant) return isDay ? dayText(cell.ms) : momentText(cell.ms);
  const text = String(cell);
  return text.length > longestCell ? `${text.slice(0, longestCell)}…` : text;
}
