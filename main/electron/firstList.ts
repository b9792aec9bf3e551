import { z } from 'zod';
import type { CallArguments, RecordList } from '../../preload/contract/bridge.ts';
import { recordCalls } from '../../preload/contract/records.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import type { Services } from '../services.ts';

type Asked = CallArguments<'listRecords'>;

/** The list that was looked at last, one thing of this kind for each connection. */
const kind = 'first-list';

/** The list that the window will ask for first, read from the cache while the window opens. */
export interface FirstList {
  /** Reads what was looked at last on the active connection, and sends no request for it. */
  readAhead(): Promise<void>;
  /** What was read ahead, where it is the fresh answer to this question; once. Remembers the question for the next start. */
  take(asked: Asked): Promise<RecordList | null>;
}

export function createFirstList(
  services: Pick<Services, 'store' | 'connections' | 'explorer' | 'readSettings'>,
  now: () => number = Date.now,
): FirstList {
  const { user } = services.store;
  let held: { key: string; answer: Promise<RecordList> } | null = null;
  const remembered = new Map<string, string>();

  return {
    async readAhead() {
      const connectionId = await services.connections.readActive();
      if (connectionId === null) return;
      const stored = (await user.listDocuments(kind)).find(({ id }) => id === connectionId)?.value;
      // A question that this version does not know any more is not asked.
      const { data: asked } = recordCalls.listRecords.args.safeParse(stored);
      if (asked?.connectionId !== connectionId) return;
      const { resource, query, fields } = asked;
      const key = canonicalJson(asked);
      remembered.set(connectionId, key);
      const answer = services
        .explorer(connectionId)
        .then((explorer) => explorer.list(resource, query, { fields, cachedOnly: true }));
      // Not in the cache any more: it is asked for as ever.
      answer.catch(() => undefined);
      held = { key, answer };
    },
    async take({ ticket: _ticket, refresh = false, cachedOnly = false, ...asked }) {
      if (asked.plain === true || refresh || cachedOnly || asked.query.pagination?.page !== 1) return null;
      const key = canonicalJson(asked);
      const { connectionId } = asked;
      if (remembered.get(connectionId) !== key) {
        remembered.set(connectionId, key);
        // Where it cannot be written, the next start reads nothing ahead.
        user
          .changeDocuments([{ kind, id: connectionId, value: z.json().parse(JSON.parse(key)) }])
          .catch(() => undefined);
      }
      const ahead = held;
      held = null;
      if (ahead?.key !== key) return null;
      const answer = await ahead.answer.catch(() => null);
      if (answer === null || answer.provenance.coverage.kind !== 'answer') return null;
      const age = now() - (answer.provenance.fetchedAt ?? 0);
      return age < services.readSettings().freshMinutes * 60_000 ? answer : null;
    },
  };
}
