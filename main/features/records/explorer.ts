import type { ReadableList } from '../../../preload/contract/records.ts';
import { namesComputed, sentQuery, type Query } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import {
  createRequestContext,
  type RequestContext,
  type RequestOptions,
  type ExplorerOptions,
} from './requestContext.ts';
import { createDescriptions, type Descriptions } from '../metadata/describe.ts';
import { listByComputed } from './computedFields.ts';
import { listRecords } from './listRecords.ts';
import { listBySeveralFields } from './severalFields.ts';
import { readRecord, type RecordAnswer } from './readRecord.ts';
import type { WaitingList } from './waitingList.ts';

/**
 * What an analyst asks of one connection, answered from the cache where it is fresh, from the service where it is not, and
 * from the cache again where the service cannot be reached. Every answer says where it comes from. All methods throw
 * `FailureError`.
 */
export interface Explorer extends Descriptions {
  list(resource: ResourceName, query: Query, requestOptions?: RequestOptions): Promise<ReadableList>;
  record(resource: ResourceName, id: string | number, requestOptions?: RequestOptions): Promise<RecordAnswer>;
  /** What is said of figures of this connection, beside where they come from. */
  readonly provenance: RequestContext['provenance'];
  /** The work that waits for the budgets of this connection. */
  readonly waiting: WaitingList;
}

export function createExplorer(options: ExplorerOptions): Explorer {
  const context = createRequestContext(options);
  return {
    list(resource, query, request = {}) {
      if (namesComputed(query)) return listByComputed(context, listAsSent, resource, query, request);
      return sentQuery(query) === query
        ? listAsSent(resource, query, request)
        : listBySeveralFields(context, listAsSent, resource, query, request);
    },
    record: (resource, id, request = {}) => readRecord(context, resource, id, request),
    provenance: context.provenance,
    waiting: context.waiting,
    ...createDescriptions(context),
  };

  function listAsSent(
    resource: ResourceName,
    query: Query,
    request: RequestOptions,
    ordered = query,
  ): Promise<ReadableList> {
    return listRecords(context, resource, query, request, ordered);
  }
}
