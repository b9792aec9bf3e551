import { listen, type TestServer } from '../httpServer.ts';
import { Digits, isList, isRecord, type Raw, type RawRecord } from './answers.ts';
import { matches, sorted, type Filter, type Sort } from './conditions.ts';
import { kindsOf, type WorldResource } from './world.ts';

export interface Asking {
  readonly resource: WorldResource;
  readonly filter: Filter | undefined;
  readonly sort: Sort | undefined;
  readonly page: number;
  readonly perPage: number;
}

/** Serves records with exact digits, at most a thousand per page. */
export function serve(recordsOf: (resource: WorldResource) => readonly RawRecord[]): Promise<TestServer> {
  return listen((request, response) => {
    const asking = readAsking(request.url ?? '/');
    response.setHeader('content-type', 'application/json');
    if (asking === null) response.writeHead(404).end('{"message":"Not found."}');
    else response.end(pageOf(asking, recordsOf(asking.resource)));
  });
}

/** Null for other addresses. */
export function readAsking(address: string): Asking | null {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const resource = /^\/v4\/(assets|tokens|transactions)$/.exec(pathname)?.[1] as WorldResource | undefined;
  if (resource === undefined) return null;
  const { filter, sort, pagination } = JSON.parse(searchParams.get('query') ?? '{}') as {
    filter?: Filter;
    sort?: Sort;
    pagination?: { page?: number; perPage?: number };
  };
  const { page = 1, perPage = 25 } = pagination ?? {};
  return { resource, filter, sort, page, perPage: Math.min(perPage, 1000) };
}

export function found(
  { resource, filter, sort }: Asking,
  records: readonly RawRecord[],
): readonly RawRecord[] {
  const kinds = kindsOf[resource];
  const kept = filter === undefined ? records : records.filter((one) => matches(kinds, one, filter));
  return sort === undefined || (sort.field === 'id' && sort.direction === 'asc')
    ? kept
    : sorted(kinds, kept, [sort]);
}

function pageOf(asking: Asking, records: readonly RawRecord[]): string {
  const { page, perPage } = asking;
  const all = found(asking, records);
  const pageCount = Math.ceil(all.length / perPage);
  const results = all.slice((page - 1) * perPage, page * perPage).map(writeRaw);
  const pagination = JSON.stringify({ page, perPage, pageCount, resultCount: all.length });
  return `{"results":[${results.join(',')}],"pagination":${pagination}}`;
}

/** Writes JSON with exact digits. */
export function writeRaw(raw: Raw): string {
  if (raw instanceof Digits) return raw.text;
  if (isList(raw)) return `[${raw.map(writeRaw).join(',')}]`;
  if (!isRecord(raw)) return JSON.stringify(raw);
  const members = Object.entries(raw).map(([name, value]) => `${JSON.stringify(name)}:${writeRaw(value)}`);
  return `{${members.join(',')}}`;
}
