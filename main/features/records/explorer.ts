import type { RecordList } from '../../../preload/contract/bridge.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { makeAnswering, type Answering, type Asking, type ExplorerOptions } from './answering.ts';
import { createDescriptions, type Descriptions } from '../metadata/describe.ts';
import { listRecords } from './listRecords.ts';
import { markFetched, type WholeFetch } from './markFetched.ts';
import { readRecord, type RecordAnswer } from './readRecord.ts';
import type { WaitingList } from './waitingList.ts';

export type { Asking, ExplorerOptions } from './answering.ts';
export type { RecordAnswer } from './readRecord.ts';

/**
 * What an analyst asks of one connection, answered from the cache where it is fresh, from the service where it is not, and
 * from the cache again where the service cannot be reached. Every answer says where it comes from. All methods throw
 * `FailureError`.
 */
export interface Explorer extends Descriptions {
  list(resource: ResourceName, query: Query, asking?: Asking): Promise<RecordList>;
  record(resource: ResourceName, id: string | number, asking?: Asking): Promise<RecordAnswer>;
  /** Notes that every record of a subject was fetched, as a finished sync does: queries that it covers need no request. */
  markFetched(fetched: WholeFetch): Promise<void>;
  /** What is said of figures of this connection, beside where they come from. */
  readonly provenance: Answering['provenance'];
  /** The work that waits for the budgets of this connection. */
  readonly waiting: WaitingList;
}

export function createExplorer(options: ExplorerOptions): Explorer {
  const answering = makeAnswering(options);
  return {
    list: (resource, query, asking = {}) => listRecords(answering, resource, query, asking),
    record: (resource, id, asking = {}) => readRecord(answering, resource, id, asking),
    markFetched: (fetched) => markFetched(answering, fetched),
    provenance: answering.provenance,
    waiting: answering.waiting,
    ...createDescriptions(answering),
  };
}
