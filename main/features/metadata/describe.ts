import { dayMs, minuteMs } from '../../../preload/contract/days.ts';
import { FailureError, type Failure } from '../../../preload/contract/failures.ts';
import type {
  AggregateMetadata,
  AggregateResource,
  MetadataSubject,
  ResourceMetadata,
} from '../../../preload/contract/metadata.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { Client } from '../../data-service/client.ts';
import { RefreshLog } from '../../data-service/refreshLog.ts';
import { reasonOf } from '../../data-service/refusals.ts';
import {
  createFreshness,
  staleWhileRevalidate,
  type FreshnessOptions,
} from '../../data-service/staleWhileRevalidate.ts';
import type { CacheStore } from '../../store/store.ts';
import { catalogueMetadata } from './catalogueMetadata.ts';
import { mergeMetadata, type StoredMetadata } from './mergeMetadata.ts';
import type { AppEvents } from '../../platform/appEvents.ts';

interface RequestOptions {
  readonly refresh?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type Descriptions = ReturnType<typeof createDescriptions>;

interface DescriptionsOptions extends Omit<FreshnessOptions, 'freshForMs'> {
  readonly client: Client;
  readonly cache: CacheStore;
  readonly events?: AppEvents;
}

/** Metadata changes with releases of the service, not with its data. */
const freshForMs = (): number => dayMs;
const pauseAfterFailureMs = 10 * minuteMs;

/** Metadata of service and catalogue, or the catalogue's. Fails only with `canceled` or `storage`. */
export function createDescriptions(options: DescriptionsOptions) {
  const { client, cache, now, events } = options;
  const freshness = createFreshness({ ...options, freshForMs });
  const failures = new RefreshLog(now, pauseAfterFailureMs);

  async function read(
    subject: MetadataSubject,
    { refresh, signal }: RequestOptions,
  ): Promise<ResourceMetadata> {
    const catalogue = catalogueMetadata(subject);
    const stored = await cache.readMetadata(subject);
    const show = (entry: StoredMetadata | null, problem?: string): ResourceMetadata =>
      mergeMetadata(catalogue, entry, problem);
    return staleWhileRevalidate<StoredMetadata, ResourceMetadata>(
      freshness,
      {
        key: subject,
        stored,
        show,
        async fetch(caller) {
          try {
            const metadata = await client.metadata(subject, { signal: caller });
            const fetched = { metadata, fetchedAt: now() };
            await cache.writeMetadata({ subject, ...fetched });
            return show(fetched);
          } catch (error) {
            if (!(error instanceof FailureError) || error.failure.code === 'canceled') throw error;
            failures.failed(subject, error.failure);
            events?.emit('metadataUnreadable', logSentence(subject, stored, error.failure));
            return show(stored, reasonOf(error.failure));
          }
        },
        async complete() {
          const failure = failures.recentFailure(subject);
          return failure === null ? null : show(stored, reasonOf(failure));
        },
        cached: () =>
          show(stored, stored !== null && freshness.isFresh(stored.fetchedAt) ? undefined : workingOffline),
      },
      { refresh, wait: true, signal },
    );
  }

  return {
    describe: (resource: ResourceName, requestOptions: RequestOptions = {}) => read(resource, requestOptions),
    async describeAggregates(
      resource: AggregateResource,
      requestOptions: RequestOptions = {},
    ): Promise<AggregateMetadata> {
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
