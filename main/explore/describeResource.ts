import { FailureError } from '../../preload/contract/failures.ts';
import type { ResourceMetadata } from '../../preload/contract/metadata.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import type { Answering, Asking } from './answering.ts';
import { catalogueMetadata } from './catalogueMetadata.ts';

/** Metadata describe the interface, which changes with releases of the service, not with its data. */
const metadataFreshForMs = 24 * 60 * 60_000;

/** What may be asked of a resource: as the service tells it, else as it last told it, else as the catalogue does. */
export async function describeResource(
  { client, cache, offline, now }: Answering,
  resource: ResourceName,
  { refresh = false, signal }: Asking,
): Promise<ResourceMetadata> {
  const stored = await cache.readMetadata(resource);
  if (offline()) return stored?.metadata ?? catalogueMetadata(resource);
  const age = stored === null ? Infinity : now() - stored.fetchedAt;
  if (stored !== null && !refresh && age >= 0 && age <= metadataFreshForMs) return stored.metadata;
  try {
    const metadata = await client.metadata(resource, signal);
    await cache.writeMetadata({ resource, metadata, fetchedAt: now() });
    return metadata;
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.code === 'cancelled') throw error;
    return stored?.metadata ?? catalogueMetadata(resource);
  }
}
