import { setTimeout } from 'node:timers/promises';
import {
  alertSchema,
  firingSchema,
  maxAlerts,
  type Alert,
  type AlertContent,
  type Firing,
} from '../../../preload/contract/alerts.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { byName, documentsOf, stamped, type DocumentsRead } from '../../store/documents.ts';
import type { UserStore } from '../../store/store.ts';
import { requireMatchable } from './lists.ts';
import { refused, kinds } from './documents.ts';

export type Alerts = ReturnType<typeof createAlerts>;

const lookAgainMs = 20;
const looks = 500;

const maxFirings = 1000;

export function createAlerts({ user, now }: { user: UserStore; now: () => number }) {
  const stored = documentsOf(user, { kind: kinds.alert, schema: alertSchema, one: 'alert', many: 'alerts' });
  const raised = documentsOf(user, {
    kind: kinds.firing,
    schema: firingSchema,
    one: 'entry',
    many: 'entries',
  });
  const read = async (): Promise<DocumentsRead<Alert>> => byName(await stored.read());

  async function readLog(): Promise<Firing[]> {
    const { documents } = await raised.read();
    return documents.toSorted((a, b) => b.at - a.at);
  }

  return {
    /** Runs `work`, unless another process holds the lock for ten seconds; then the next call reports. */
    async withLock(work: () => Promise<void>) {
      const lock = 'alerts';
      for (let look = 1; !(await user.locks.hold(lock)); look += 1) {
        if (look === looks) return;
        await setTimeout(lookAgainMs);
      }
      try {
        await work();
      } finally {
        await user.locks.release(lock);
      }
    },
    read,
    readLog,
    /** Creates an alert without `id`. Rejects with `bad-arguments` or `not-found`. */
    async save(content: AlertContent, id?: string) {
      const { documents } = await read();
      const before = documents.find((one) => one.id === id);
      if (id !== undefined && before === undefined) throw noSuchAlert(id);
      if (before === undefined && documents.length >= maxAlerts) throw refused(tooMany);
      check(content);
      const alert = stamped(content, now(), before);
      await user.changeDocuments([
        stored.write(alert),
        // Changed rules start over.
        { kind: kinds.truth, id: alert.id },
      ]);
      return alert;
    },
    async remove(ids: readonly string[]) {
      await user.changeDocuments(ids.flatMap((id) => [stored.remove(id), { kind: kinds.truth, id }]));
    },
    async log(firings: readonly Firing[], truths: ReadonlyMap<string, boolean> = new Map()) {
      const known = firings.length === 0 ? [] : await readLog();
      const there = new Set(known.map(({ id }) => id));
      const added = firings.filter(({ id }) => !there.has(id));
      // Removes entries dated in the future first: they would outlive new ones.
      const isAhead = ({ at }: Firing): number => Number(at > now());
      const inOrder = known.toSorted((a, b) => isAhead(a) - isAhead(b));
      const forgotten = inOrder.slice(Math.max(0, maxFirings - added.length));
      await user.changeDocuments([
        ...added.flatMap((firing) => [
          raised.write(firing),
          { kind: kinds.undelivered, id: firing.id, value: true },
        ]),
        ...forgotten.flatMap(({ id }) => [raised.remove(id), { kind: kinds.undelivered, id }]),
        ...[...truths].map(([id, value]) => ({ kind: kinds.truth, id, value })),
      ]);
    },
    async readUndelivered(connectionId: string) {
      const undelivered = new Set((await user.listDocuments(kinds.undelivered)).map(({ id }) => id));
      if (undelivered.size === 0) return [];
      return (await readLog())
        .filter((firing) => firing.connectionId === connectionId && undelivered.has(firing.id))
        .toReversed();
    },
    async markDelivered(ids: readonly string[]) {
      await user.changeDocuments(ids.map((id) => ({ kind: kinds.undelivered, id })));
    },
    async markSeen(connectionId: string, ids?: readonly string[]) {
      const wanted = ids === undefined ? null : new Set(ids);
      const unseen = (await readLog()).filter(
        (firing) =>
          firing.connectionId === connectionId && !firing.seen && (wanted === null || wanted.has(firing.id)),
      );
      await user.changeDocuments(unseen.map((firing) => raised.write({ ...firing, seen: true })));
    },
    async readTruths() {
      const documents = await user.listDocuments(kinds.truth);
      return new Map(
        documents.flatMap(({ id, value }): [string, boolean][] =>
          typeof value === 'boolean' ? [[id, value]] : [],
        ),
      );
    },
  };
}

function check({ rule }: AlertContent): void {
  if (rule.kind === 'transaction') requireMatchable(rule.query);
  if (rule.kind !== 'metric') return;
  const field = resources[rule.resource].fields.find(({ name }) => name === rule.metric);
  if (field?.type !== 'metric')
    throw refused(
      'An alert can only watch metrics. Choose a field that changes from day to day.',
      rule.metric,
    );
}

const tooMany = `You have reached the limit of ${maxAlerts.toString()} alerts. Remove one first.`;

function noSuchAlert(id: string): FailureError {
  return new FailureError({
    code: 'not-found',
    message: 'This alert no longer exists. Create a new one.',
    detail: id,
  });
}
