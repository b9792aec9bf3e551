import type { RecordList } from '../../../preload/contract/bridge.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { makeAnswering, type Answering, type Asking, type ExplorerOptions } from './answering.ts';
import { createDescriptions, type Descriptions } from '../metadata/describe.ts';
import { listRecords } from './listRecords.ts';
import { markFetched } from './markFetched.ts';
import { readRecord, type RecordAnswer } from './readRecord.ts';
import type { WaitingList } from './waitingList.ts';
import { followLists } from './wholeLists.ts';

export type { Asking, ExplorerOptions } from './answering.ts';
export type { RecordAnswer } from './readRecord.ts';

/**
 * What an analyst asks of one connection, answered from the cache where it is fresh, from the service where it is not, and
 * from the cache again where the service cannot be reached. Every answer says where it comes from. All methods throw
 * `FailureError`.
 */
export interface Explorer extends Descriptions {
  /** The last page that was missing of a list leaves the mark of a finished sync, whoever loads it. */
  list(resource: ResourceName, query: Query, asking?: Asking): Promise<RecordList>;
  record(resource: ResourceName, id: string | number, asking?: Asking): Promise<RecordAnswer>;
  /** What is said of figures of this connection, beside where they come from. */
  readonly provenance: Answering['provenance'];
  /** The work that waits for the budgets of this connection. */
  readonly waiting: WaitingList;
}

export function createExplorer(options: ExplorerOptions): Explorer {
  const answering = makeAnswering(options);
  const completedBy = followLists(answering.isFresh);
  return {
    async list(resource, query, asking = {}) {
      const list = await listRecords(answering, resource, query, asking);
      const whole = completedBy(resource, query, list, asking);
      if (whole === null) return list;
      if (asking.purpose === 'background' || asking.wait === true) await markFetched(answering, whole);
      // Nobody who scrolls waits for it.
      else answering.refreshes.run(`mark ${resource}`, () => markFetched(answering, whole), ignore);
      return list;
    },
    record: (resource, id, asking = {}) => readRecord(answering, resource, id, asking),
    provenance: answering.provenance,
    waiting: answering.waiting,
    ...createDescriptions(answering),
  };
}

function ignore(): void {
  // The mark is there, or the next whole list leaves it.
}
