import { dayMs, dayOf } from '../../../preload/contract/days.ts';
import { z } from 'zod';
import type { Since } from '../../../preload/contract/history.ts';
import type { UserStore } from '../../store/store.ts';

const kind = 'visit';
/** `latest`: start of this session's visit; `before`: the visit before. Milliseconds since 1970 UTC. */
const visitSchema = z.object({ latest: z.number(), before: z.number().nullable() });
type Visit = z.infer<typeof visitSchema>;

/** The user's visits of each connection, stored as documents. Days are UTC, `YYYY-MM-DD`. */
export function createVisits({ user, now }: { user: UserStore; now: () => number }) {
  const begun = new Map<string, Promise<void>>();

  async function read(connectionId: string): Promise<Visit | null> {
    const document = (await user.listDocuments(kind)).find(({ id }) => id === connectionId);
    const parsed = visitSchema.safeParse(document?.value);
    return parsed.success ? parsed.data : null;
  }

  async function write(id: string, value: Visit): Promise<void> {
    await user.changeDocuments([{ kind, id, value }]);
  }

  async function beginNow(connectionId: string): Promise<void> {
    const visit = await read(connectionId);
    // A visit in the future comes from a clock that was ahead, and is ignored.
    const before = visit !== null && visit.latest <= now() ? visit.latest : null;
    await write(connectionId, { latest: now(), before });
  }

  return {
    /** Begins a visit, once per session; `last-visit` then means the previous one. `dayOf` waits for it. */
    begin(connectionId: string): Promise<void> {
      const known = begun.get(connectionId);
      if (known !== undefined) return known;
      const beginning = beginNow(connectionId);
      begun.set(connectionId, beginning);
      return beginning;
    },
    async dayOf(connectionId: string, since: Since): Promise<string | null> {
      // The caller of `begin` reports its failure.
      await begun.get(connectionId)?.catch(() => undefined);
      switch (since.kind) {
        case 'day':
          return since.day;
        case 'yesterday':
          return dayOf(now() - dayMs);
        case 'last-visit': {
          const before = (await read(connectionId))?.before ?? null;
          return before === null ? null : dayOf(before);
        }
      }
    },
  };
}
