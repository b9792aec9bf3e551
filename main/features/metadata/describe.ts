import { dayMs } from '../../../preload/contract/days.ts';
import { FailureError, type Failure } from '../../../preload/contract/failures.ts';
import type {
  AggregateMetadata,
  AggregateResource,
  MetadataSubject,
  ResourceMetadata,
} from '../../../preload/contract/metadata.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { Client } from '../../data-service/client.ts';
import type { CacheStore } from '../../store/store.ts';
import { catalogueMetadata } from './catalogueMetadata.ts';
import { mergeMetadata, type StoredMetadata } from './mergeMetadata.ts';
import type { AppEvents } from '../../platform/appEvents.ts';

interface RequestOptions {
  /** Ask the service even when its last answer is fresh. */
  readonly refresh?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What can be queried, from the service's metadata joined with the catalogue; the catalogue alone where the service gives
 * none. Neither method fails but for `cancelled` and `storage`.
 */
export interface Descriptions {
  describe(resource: ResourceName, requestOptions?: RequestOptions): Promise<ResourceMetadata>;
  describeAggregates(
    resource: AggregateResource,
    requestOptions?: RequestOptions,
  ): Promise<AggregateMetadata>;
}

export interface DescriptionsOptions {
  readonly client: Client;
  readonly cache: CacheStore;
  readonly offline: () => boolean;
  readonly now: () => number;
  readonly events?: AppEvents;
}

/** Metadata describe the interface, which changes with releases of the service, not with its data. */
const freshForMs = dayMs;
/** An endpoint that gave no metadata is left alone for this long. */
const pauseAfterFailureMs = 10 * 60_000;

export function createDescriptions({
  client,
  cache,
  offline,
  now,
  events,
}: DescriptionsOptions): Descriptions {
  const failures = new Map<MetadataSubject, { at: number; problem: string }>();

  async function read(
    subject: MetadataSubject,
    { refresh = false, signal }: RequestOptions,
  ): Promise<ResourceMetadata> {
    const catalogue = catalogueMetadata(subject);
    const stored = await cache.readMetadata(subject);
    const fallBack = (problem: string): ResourceMetadata => mergeMetadata(catalogue, stored, problem);
    if (offline()) return isRecent(stored) ? mergeMetadata(catalogue, stored) : fallBack(workingOffline);
    if (!refresh && isRecent(stored)) return mergeMetadata(catalogue, stored);
    const failed = failures.get(subject);
    if (!refresh && failed !== undefined && isWithin(failed.at, pauseAfterFailureMs))
      return fallBack(failed.problem);
    try {
      const metadata = await client.metadata(subject, { signal });
      const fetched = { metadata, fetchedAt: now() };
      await cache.writeMetadata({ subject, ...fetched });
      failures.delete(subject);
      return mergeMetadata(catalogue, fetched);
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.code === 'cancelled') throw error;
      const { message, detail } = error.failure;
      const problem = detail === undefined ? message : `${message} (${detail})`;
      failures.set(subject, { at: now(), problem });
      events?.emit('metadataUnreadable', logSentence(subject, stored, error.failure));
      return fallBack(problem);
    }
  }

  function isRecent(stored: StoredMetadata | null): stored is StoredMetadata {
    return stored !== null && isWithin(stored.fetchedAt, freshForMs);
  }

  /** A negative age means that the clock was set back: nothing is known of the true age. */
  function isWithin(moment: number, limitMs: number): boolean {
    const age = now() - moment;
    return age >= 0 && age <= limitMs;
  }

  return {
    describe: (resource, requestOptions = {}) => read(resource, requestOptions),
    async describeAggregates(resource, requestOptions = {}) {
      const metadata = await read(`${resource}/aggregates`, requestOptions);
      const slug = metadata.fields.find(({ name }) => name === 'measure_slug');
      return {
        ...metadata,
        aggregate: metadata.aggregate ?? { groupBy: [], aggregateFunction: [], interval: [], mode: [] },
        measures: slug?.options ?? [],
      };
    },
  };
}

function logSentence(
  subject: MetadataSubject,
  stored: StoredMetadata | null,
  { code, status }: Failure,
): string {
  const used = stored === null ? 'the built-in catalogue is used' : 'its last answer is used';
  return `Metadata of ${subject}: ${used} (${code}${status === undefined ? '' : ` ${status.toString()}`}).`;
}

const workingOffline = 'Working offline: the service’s current metadata was not requested.';
