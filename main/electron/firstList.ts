import type { CallArguments } from '../../preload/contract/bridge.ts';
import type { ReadableList } from '../../preload/contract/records.ts';
import { recordCalls } from '../../preload/contract/records.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import type { Services } from '../services.ts';

type ListRequest = CallArguments<'listRecords'>;

/** The list that the window will ask for first, read from the cache while the window opens. */
export interface FirstList {
  /** Reads what was looked at last on the active connection, and sends no request for it. */
  readAhead(): Promise<void>;
  /** What was read ahead, where it is the fresh answer to this question; once. Remembers the question for the next start. */
  take(request: ListRequest): Promise<ReadableList | null>;
}

export function createFirstList(
  services: Pick<Services, 'connections' | 'explorer' | 'readSettings'>,
  now: () => number = Date.now,
): FirstList {
  const { connections } = services;
  let prefetched: { key: string; answer: Promise<ReadableList> } | null = null;
  const remembered = new Map<string, string>();

  return {
    async readAhead() {
      const connectionId = await connections.readActive();
      if (connectionId === null) return;
      const stored = await (await connections.open(connectionId)).cache.readLastList();
      if (stored === null) return;
      // A request that this version no longer knows is not sent.
      const { data: request } = recordCalls.listRecords.args.safeParse(JSON.parse(stored));
      if (request?.connectionId !== connectionId) return;
      const { resource, query, fields } = request;
      const key = canonicalJson(request);
      remembered.set(connectionId, key);
      const answer = services
        .explorer(connectionId)
        .then((explorer) => explorer.list(resource, query, { fields, cachedOnly: true }));
      // Not in the cache any more: it is requested as ever.
      answer.catch(() => undefined);
      prefetched = { key, answer };
    },
    async take({ ticket: _ticket, refresh = false, cachedOnly = false, ...request }) {
      if (request.plain === true || refresh || cachedOnly || request.query.pagination?.page !== 1)
        return null;
      const key = canonicalJson(request);
      const { connectionId } = request;
      if (remembered.get(connectionId) !== key) {
        remembered.set(connectionId, key);
        // Where it cannot be written, the next start reads nothing ahead.
        connections
          .open(connectionId)
          .then(({ cache }) => cache.noteLastList(key))
          .catch(() => undefined);
      }
      const ahead = prefetched;
      prefetched = null;
      if (ahead?.key !== key) return null;
      const answer = await ahead.answer.catch(() => null);
      if (answer === null || answer.provenance.coverage.kind !== 'answer') return null;
      const age = now() - (answer.provenance.fetchedAt ?? 0);
      return age < services.readSettings().freshMinutes * 60_000 ? answer : null;
    },
  };
}
