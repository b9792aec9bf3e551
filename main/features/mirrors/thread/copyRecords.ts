import type { MirrorAddress } from '../../../../preload/contract/mirrors.ts';
import type { Filter } from '../../../../preload/contract/query.ts';
import { parseRecords } from '../../../../preload/contract/recordsText.ts';
import type { Field, ResourceName } from '../../../../preload/contract/resources.ts';
import { counted } from '../../../../preload/contract/counted.ts';
import { openCacheScan, type CacheScan } from '../../../store/cache/reading/cacheScan.ts';
import { openIdCheck } from '../../../store/cache/reading/idCheck.ts';
import { fieldsThatTurnUp, isShort, mirrorTable, rowOf, sinceDay } from '../mirrorTable.ts';
import { limits, withPostgres, type PostgresLogin, type PostgresSession } from '../postgres/connect.ts';
import { tablesChanged } from '../postgres/failures.ts';
import { countLeftOut, hashOf, makeArriving, markGone, readHashes, writeRows } from '../postgres/rows.ts';
import { readState, takeLock, writeState, type MirrorState } from '../postgres/state.ts';
import { isLimited, listed, makeColumns, makeTables, type Tables } from '../postgres/tables.ts';

export interface CopyRequest {
  readonly address: MirrorAddress;
  readonly password: string | undefined;
  readonly database: string;
  readonly resource: ResourceName;
  readonly filter: Filter | undefined;
  /** The first day synced for this run; null: everything. */
  readonly from: string | null;
  /** True if the cache also has everything before, for an empty target. */
  readonly hasAll: boolean;
  /** True if the cache has all records from that day on, so others are gone. */
  readonly complete: boolean;
  readonly acceptRemovals: boolean;
  readonly state: MirrorState;
  readonly described: readonly Field[];
  readonly service: string;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

export interface CopyResult {
  readonly records: number;
  readonly inserted: number;
  readonly changed: number;
  readonly gone: number;
  /** Records without a row, because their id is too long for a key. */
  readonly recordsLeftOut: number;
  /** Values that fit no column: NULL there, and only in the whole records. */
  readonly valuesLeftOut: number;
  /** False if rows may be of records that are gone. */
  readonly current: boolean;
  /** True if it is current and has every record and value. */
  readonly complete: boolean;
  readonly notes: readonly string[];
}

type Progress = (done: number, total: number) => void;

const rowsAtOnce = 1000;
const charactersAtOnce = 8_000_000;

/** One transaction. The hash in each row identifies changed records, whatever happened to the cache. */
export async function copyRecords(
  request: CopyRequest,
  throwIfStopped: PostgresLogin['throwIfStopped'],
  onProgress: Progress,
): Promise<CopyResult> {
  const { address, password, resource, state, service } = request;
  return withPostgres({ address, password, throwIfStopped, most: limits.copy }, async (session) => {
    await session.query('BEGIN');
    const { name, columns, description } = mirrorTable(resource);
    await takeLock(session, address.schema, name);
    const tables = await makeTables(session, address, { name, description, service });
    const before = tables.there ? await readState(session, address.schema, name, state.source) : null;
    if (before === null && !request.hasAll) throw tablesChanged(address);
    const wanted = await makeColumns(session, tables, columns);
    const isFilled = before !== null && tables.hasMetrics && wanted.added === 0;
    const copied = await copyAll(
      session,
      tables,
      { ...request, from: isFilled ? request.from : null },
      isFilled,
      onProgress,
    );
    const removal = await markMissing(session, tables, request, before === null ? null : request.from);
    const current = request.complete && removal.note === null;
    const valuesLeftOut = await countLeftOut(session, tables);
    await writeState(session, tables, name, current ? state : { ...state, asOf: before?.asOf ?? null });
    await session.query('COMMIT');
    const notes = [
      ...(tables.hasNewSchema ? [`The schema ${address.schema} is new.`] : []),
      ...wanted.notes,
      ...copied.notes,
      ...(valuesLeftOut > 0 ? [leftOutText(valuesLeftOut, copied.misfits)] : []),
      ...(removal.note === null ? [] : [removal.note]),
    ];
    const { records, inserted, changed, recordsLeftOut } = copied;
    const complete = current && recordsLeftOut + valuesLeftOut === 0;
    const { gone } = removal;
    return { records, inserted, changed, gone, recordsLeftOut, valuesLeftOut, current, complete, notes };
  });
}

function openScan({ database, resource, filter, from }: CopyRequest): CacheScan {
  const both = sinceDay(filter, from);
  return openCacheScan(database, resource, both === undefined ? {} : { filter: both });
}

async function copyAll(
  session: PostgresSession,
  tables: Tables,
  request: CopyRequest,
  hasHashes: boolean,
  onProgress: Progress,
): Promise<
  Pick<CopyResult, 'records' | 'inserted' | 'changed' | 'recordsLeftOut' | 'notes'> & { misfits: string[] }
> {
  const at = new Date(request.now).toISOString();
  const turnsUp = fieldsThatTurnUp(request.resource, request.described);
  const misfits = new Set<string>();
  const notes: string[] = [];
  const tooLong: string[] = [];
  const sum = { records: 0, inserted: 0, changed: 0 };
  await makeArriving(session, tables);

  async function send(texts: ReadonlyMap<string, string>): Promise<void> {
    const hashes = hasHashes
      ? await readHashes(session, tables, [...texts.keys()])
      : new Map<string, string>();
    const other = [...texts].filter(([id, text]) => hashes.get(id) !== hashOf(text));
    if (other.length === 0) return;
    const records = parseRecords(`[${other.map(([, text]) => text).join(',')}]`);
    const further = records.flatMap(turnsUp);
    if (further.length > 0) {
      notes.push(...(await makeColumns(session, tables, further)).notes);
      await makeArriving(session, tables);
    }
    const columns = tables.columns.map(({ column }) => column);
    const rows = records.map((record, index) => ({
      ...rowOf(record, { columns, beyond: tables.beyond, isIndexed: isLimited }),
      hash: hashOf(other[index]?.[1] ?? ''),
    }));
    for (const name of rows.flatMap((row) => row.misfits)) misfits.add(name);
    const { inserted, changed } = await writeRows(session, tables, rows, at);
    sum.inserted += inserted;
    sum.changed += changed;
  }

  const scan = openScan(request);
  try {
    const idsOf = scan.select(['r."id"']);
    let texts = new Map<string, string>();
    let length = 0;
    for (let block = 0; block < scan.blocks; block += 1) {
      const ids = idsOf(block);
      for (const [index, text] of scan.texts(block).entries()) {
        const id = String(ids[index]?.[0]);
        sum.records += 1;
        length += text.length;
        if (isShort(id)) texts.set(id, text);
        else tooLong.push(`${id.slice(0, 40)}…`);
      }
      if (texts.size < rowsAtOnce && length < charactersAtOnce && block < scan.blocks - 1) continue;
      await send(texts);
      texts = new Map();
      length = 0;
      onProgress(sum.records, scan.count);
    }
  } finally {
    scan.close();
  }
  if (tooLong.length > 0)
    notes.push(
      `${counted(tooLong.length, 'record')} left out, whose id is too long for a key: ${listed(tooLong)}.`,
    );
  return { ...sum, notes, recordsLeftOut: tooLong.length, misfits: [...misfits] };
}

function leftOutText(count: number, misfits: readonly string[]): string {
  const values =
    count === 1
      ? '1 value does not fit its column or row. It is in _record alone'
      : `${count.toLocaleString('en')} values do not fit their column or row. They are in _record alone`;
  return `${values}${misfits.length === 0 ? ', of the rows whose _left_out is above 0' : `: ${listed(misfits)}`}.`;
}

async function markMissing(
  session: PostgresSession,
  tables: Tables,
  { address, database, resource, filter, complete, acceptRemovals, now }: CopyRequest,
  from: string | null,
): Promise<{ gone: number; note: string | null }> {
  if (!complete || !tables.there) return { gone: 0, note: null };
  const check = openIdCheck(database, resource, filter);
  try {
    const at = new Date(now).toISOString();
    const { gone, known, refused } = await markGone(session, tables, check, {
      address,
      from,
      acceptRemovals,
      at,
    });
    if (refused === 0) return { gone, note: null };
    const note = `${refused.toLocaleString('en')} of ${known.toLocaleString('en')} rows have no record any more. None was marked as deleted. Run the mirror again later, or accept the removals: run rwa-explorer mirror with --accept-removals.`;
    return { gone, note };
  } finally {
    check.close();
  }
}
