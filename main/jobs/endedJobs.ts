import { z } from 'zod';
import { failureCodes } from '../../preload/contract/failures.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { Json } from '../../preload/contract/json.ts';
import { querySchema } from '../../preload/contract/querySchema.ts';
import { resourceNames } from '../../preload/contract/resources/names.ts';
import type { AppEvents } from '../platform/appEvents.ts';
import { createSerialQueue } from '../platform/serialQueue.ts';

interface Documents {
  listDocuments(kind: string): Promise<readonly { readonly value: unknown }[]>;
  changeDocuments(changes: { kind: string; id: string; value: Json | undefined }[]): Promise<unknown>;
}

const kind = 'job';
const mostKept = 100;

const endedJobSchema = z.object({
  id: z.string(),
  kind: z.enum(['export', 'sync', 'mirror', 'cleanup']),
  title: z.string(),
  state: z.enum(['done', 'failed', 'canceled']),
  done: z.number(),
  total: z.number().nullable(),
  startedAt: z.number(),
  endedAt: z.number(),
  resumesAt: z.null(),
  bytes: z.number().nullable(),
  path: z.string().nullable(),
  failure: z
    .object({ code: z.enum(failureCodes), message: z.string(), detail: z.string().optional() })
    .nullable(),
  subject: z
    .object({ connectionId: z.string(), resource: z.enum(resourceNames), query: querySchema })
    .optional(),
  note: z.string().optional(),
}) satisfies z.ZodType<Job>;

/** Ended jobs of all sessions, stored as documents. A mirror stores its own figures. */
export function createEndedJobs({ user, events }: { user: Documents; events: AppEvents }) {
  const enqueue = createSerialQueue();

  async function read(): Promise<Job[]> {
    const stored = (await user.listDocuments(kind)).map(
      ({ value }) => endedJobSchema.safeParse(value).data ?? [],
    );
    return stored.flat().sort((a, b) => b.startedAt - a.startedAt);
  }

  const keep = (job: Job): void => {
    if (job.endedAt === null || job.kind === 'mirror') return;
    enqueue(async () => {
      const value = z.json().parse(JSON.parse(JSON.stringify(job)));
      const oldest = (await read()).slice(mostKept - 1);
      const removed = oldest.map(({ id }) => ({ kind, id, value: undefined }));
      await user.changeDocuments([{ kind, id: job.id, value }, ...removed]);
    }).catch((error: unknown) => events.emit('backgroundError', 'jobs', error));
  };
  events.on('jobChanged', keep);

  return {
    list: () => enqueue(read),
    /** Jobs that end later end with the app, and continue at its next start. */
    async close(): Promise<void> {
      events.off('jobChanged', keep);
      await enqueue(() => Promise.resolve());
    },
  };
}
