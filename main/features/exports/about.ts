import { basename } from 'node:path';
import type { Connection } from '../../../preload/contract/connections.ts';
import { formatTerms } from '../../../preload/contract/expressions/columns.ts';
import type { ExportRequest, ExportScope } from '../../../preload/contract/exports.ts';
import { z } from 'zod';
import type { Json } from '../../../preload/contract/json.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import type { FileShape, About } from './formats/format.ts';

export class FetchSpan {
  #first: number | null = null;
  #last: number | null = null;

  /** Extends the span to times in milliseconds since 1970 UTC. Null, an unknown time, changes nothing. */
  add(first: number | null, last: number | null = first): void {
    if (first !== null) this.#first = Math.min(this.#first ?? first, first);
    if (last !== null) this.#last = Math.max(this.#last ?? last, last);
  }

  get first(): number | null {
    return this.#first;
  }

  get last(): number | null {
    return this.#last;
  }
}

export function aboutRequest(options: {
  readonly connection: Connection;
  readonly request: ExportRequest;
  readonly shape: FileShape;
  readonly path: string;
  readonly writtenAt: number;
}): About {
  const { connection, request, shape, path } = options;
  const { scope } = request;
  const query = scope.kind === 'records' ? undefined : scope.query;
  return {
    file: basename(path),
    title: shape.title,
    format: request.format,
    sampleData: connection.sample,
    connection: connection.id,
    service: connection.sample ? 'Sample data: every record is invented' : connection.baseUrl,
    ...(scope.resource === undefined ? {} : { resource: scope.resource }),
    ...(query === undefined ? {} : { query: asJson(query) }),
    ...(scope.kind === 'table' ? aboutTable(scope) : {}),
    ...aboutColumns(shape),
    values: request.options.values,
    writtenAt: isoMoment(options.writtenAt),
  };
}

function aboutTable({ sql, provenance: { request } }: Extract<ExportScope, { kind: 'table' }>): About {
  return {
    ...(request === '' ? {} : { request }),
    ...(sql === undefined ? {} : aboutSql(sql)),
  };
}

export function aboutSql({
  text,
  parameters,
  viewsVersion,
  covers,
}: NonNullable<Extract<ExportScope, { kind: 'table' }>['sql']>): About {
  return {
    sql: text,
    parameters: asJson(parameters),
    viewsVersion,
    covers: covers.map(
      ({ resource, cachedRecords, oldestFetchedAt, newestFetchedAt, completeAsOf, leftOut, newer }) => ({
        resource,
        cachedRecords,
        fetchedFrom: isoMoment(oldestFetchedAt),
        fetchedTo: isoMoment(newestFetchedAt),
        completeAsOf: isoMoment(completeAsOf),
        ...(leftOut === undefined ? {} : { leftOut }),
        ...(newer === undefined ? {} : { newer }),
      }),
    ),
  };
}

export function aboutColumns({ columns, whole }: FileShape, leftOut: readonly string[] = []): About {
  return {
    columns: whole ? 'the records as the service sends them' : columns.map(({ name }) => name),
    ...aboutComputed(columns),
    ...(leftOut.length === 0 ? {} : { fieldsLeftOut: [...leftOut] }),
  };
}

export function aboutAnswer(of: Provenance): About {
  return {
    sampleData: of.sample,
    source: of.source,
    coverage: asJson(of.coverage),
    connection: of.connectionId,
    request: of.request,
    fetchedAt: isoMoment(of.fetchedAt),
    ...(of.notes === undefined ? {} : { notes: [...of.notes] }),
  };
}

function aboutComputed(columns: FileShape['columns']): About {
  const computed = columns.flatMap(({ name, computed: definition }) =>
    definition === undefined
      ? []
      : { name, expression: definition.expression, format: formatTerms[definition.format].label },
  );
  return computed.length === 0 ? {} : { computedColumns: computed };
}

export function aboutResult(result: {
  readonly rows: number;
  readonly complete: boolean;
  readonly provenance: Pick<Provenance, 'source' | 'coverage' | 'notes'> | undefined;
  readonly span: FetchSpan;
}): About {
  return {
    rows: result.rows,
    complete: result.complete,
    ...(result.provenance === undefined
      ? {}
      : {
          source: result.provenance.source,
          coverage: asJson(result.provenance.coverage),
          ...(result.provenance.notes === undefined ? {} : { notes: [...result.provenance.notes] }),
        }),
    fetchedFrom: isoMoment(result.span.first),
    fetchedTo: isoMoment(result.span.last),
  };
}

export function aboutText(about: About): string {
  return `${JSON.stringify(about, null, 2)}\n`;
}

function isoMoment(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}

function asJson(value: object): Json {
  return z.json().parse(JSON.parse(JSON.stringify(value)));
}
