import { minuteMs } from '../../../preload/contract/days.ts';
import {
  type MirrorAddress,
  type SecretPlace,
  mirrorSchema,
  type Mirror,
  type MirrorFigures,
  type CopiedTo,
  type ShownMirror,
  type mirrorCalls,
} from '../../../preload/contract/mirrors.ts';
import type { KeyStore } from '../../platform/keychain/keyStore.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Job } from '../../../preload/contract/jobs.ts';
import { canonicalJson } from '../../../preload/contract/json.ts';
import { resolveMovingDates } from '../../../preload/contract/movingDates.ts';
import { serviceFilter, type Filter } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { SyncPlan } from '../../../preload/contract/sync.ts';
import type { AppEvents } from '../../platform/appEvents.ts';
import type { FeatureCalls } from '../../platform/calls/callHandlers.ts';
import { createSerialQueue } from '../../platform/serialQueue.ts';
import { byName, documentsOf, stamped } from '../../store/documents.ts';
import type { UserStore } from '../../store/store.ts';
import type { JobControl, Jobs } from '../../jobs/jobs.ts';
import { followMirror } from './followMirror.ts';
import type { MirrorOrder, MirrorResult, MirrorSource } from './runMirror.ts';

interface MirrorsOptions {
  readonly user: Pick<UserStore, 'listDocuments' | 'changeDocuments'>;
  readonly jobs: Jobs;
  readonly openKeyStore: () => Promise<KeyStore>;
  readonly workerUrl: URL;
  readonly now: () => number;
  readonly offline: () => boolean;
  readonly events: AppEvents;
  readonly openSource: (connectionId: string) => Promise<MirrorSource>;
  /** Counts records and requests; takes one request. */
  readonly plan: (
    connectionId: string,
    subject: { resource: ResourceName; filter?: Filter | undefined },
    signal?: AbortSignal,
  ) => Promise<SyncPlan>;
}

export type Mirrors = ReturnType<typeof createMirrors>;

const noFigures: MirrorFigures = { records: 0, inserted: 0, changed: 0, gone: 0, updatedAt: null };

export function createMirrors(options: MirrorsOptions) {
  const { user, jobs, now, events } = options;
  const enqueue = createSerialQueue();
  const documents = documentsOf(user, {
    kind: 'mirror',
    schema: mirrorSchema,
    one: 'mirror',
    many: 'mirrors',
  });
  const secrets = createMirrorSecrets(options.openKeyStore);
  const jobOf = new Map<string, string>();
  const running = new Set<string>();
  const endWait = new Map<string, () => void>();

  async function find(id: string): Promise<Mirror> {
    const mirror = (await documents.read()).documents.find((one) => one.id === id);
    if (mirror !== undefined) return mirror;
    throw new FailureError({
      code: 'not-found',
      message: 'This mirror no longer exists. Make a new one.',
      detail: id,
    });
  }

  function shown(mirror: Mirror): ShownMirror {
    return { mirror, jobId: jobOf.get(mirror.id) ?? null };
  }

  function tell(mirror: Mirror): void {
    events.emit('mirrorChanged', { id: mirror.id, shown: shown(mirror) });
  }

  function change(id: string, part: (mirror: Mirror) => Partial<Mirror>): Promise<void> {
    return enqueue(async () => {
      const mirror = (await documents.read()).documents.find((one) => one.id === id);
      if (mirror === undefined) return;
      const changed = { ...mirror, ...part(mirror) };
      await user.changeDocuments([documents.write(changed)]);
      tell(changed);
    });
  }

  /** Updates a target, whatever the mirror's state; never twice at once. Throws a `FailureError`. */
  async function runOnce(id: string, control: JobControl): Promise<MirrorResult> {
    if (running.has(id)) {
      throw new FailureError({
        code: 'bad-arguments',
        message: 'This mirror is being brought up to date already. Wait until that has ended.',
        retryAt: now() + minuteMs,
      });
    }
    running.add(id);
    try {
      return await runAlone(await find(id), control);
    } finally {
      running.delete(id);
    }
  }

  async function runAlone(mirror: Mirror, control: JobControl): Promise<MirrorResult> {
    const { id, name: title, connectionId, resource, filter, address, days, figures } = mirror;
    const password = await secrets.read(address);
    const order = { resource, filter, address, password, days, title };
    const result = await copy(connectionId, order, control);
    const { records, inserted, changed, gone, current, notes } = result;
    control.update({ note: notes.length === 0 ? undefined : notes.join(' ') });
    await change(id, (stored) =>
      // Figures of other records or another target do not apply.
      subjectKey(stored) === subjectKey(mirror)
        ? {
            figures: {
              records,
              inserted: figures.inserted + inserted,
              changed: figures.changed + changed,
              gone: figures.gone + gone,
              updatedAt: current ? now() : figures.updatedAt,
            },
          }
        : {},
    );
    return result;
  }

  /** Updates a target that has no document. Throws a `FailureError`. */
  async function copy(connectionId: string, order: MirrorOrder, control: JobControl): Promise<MirrorResult> {
    if (options.offline()) throw new FailureError(worksOffline);
    // Loaded on first use.
    const { runMirror } = await import('./runMirror.ts');
    return runMirror(await options.openSource(connectionId), options, order, control);
  }

  function liveJob(id: string): Job | null {
    const jobId = jobOf.get(id);
    const job = jobId === undefined ? undefined : jobs.find(jobId);
    return job?.endedAt === null ? job : null;
  }

  function startJob({ id, name }: Mirror, { paused = false, firstAt = 0 } = {}): Job {
    let due = firstAt;
    const job = jobs.start({
      kind: 'mirror',
      title: name,
      path: null,
      pausable: true,
      paused,
      work: (control) =>
        keepingState(id, control, async () => {
          const first = due;
          due = 0;
          await followMirror(
            {
              run: (each) => runOnce(id, each),
              firstAt: first,
              everyMinutes: async () => (await find(id)).everyMinutes,
              now,
              onWaiting: (end) => {
                if (end === null) endWait.delete(id);
                else endWait.set(id, end);
              },
            },
            control,
          );
        }),
    });
    jobOf.set(id, job.id);
    return job;
  }

  /** A mirror that the user stopped, or that has ended, does not resume at the next start. */
  async function keepingState(id: string, { signal }: JobControl, work: () => Promise<void>): Promise<void> {
    try {
      await change(id, ({ state }) => (signal.aborted ? { state } : { state: 'on' }));
      if (signal.aborted) throw new FailureError({ code: 'canceled', message: 'The mirror was stopped.' });
      await work();
      await change(id, () => ({ state: 'off' }));
    } catch (error) {
      if (signal.reason === 'cancel') await change(id, () => ({ state: 'off' }));
      if (signal.reason === 'pause') await change(id, () => ({ state: 'paused' }));
      throw error;
    }
  }

  async function removeUnused({ address }: Mirror): Promise<void> {
    const name = secretName(address);
    const { documents: rest } = await documents.read();
    if (rest.some((one) => secretName(one.address) === name)) return;
    await secrets.remove(address);
  }

  const calls: FeatureCalls<typeof mirrorCalls> = {
    async listMirrors() {
      const { documents: mirrors, notices } = byName(await documents.read());
      return { mirrors: mirrors.map(shown), notices };
    },
    async planMirror({ connectionId, resource, query }, signal) {
      const filter = serviceFilter(query.filter);
      const { records, perPage, requests, durationMs, budget } = await options.plan(
        connectionId,
        { resource, ...(filter === undefined ? {} : { filter }) },
        signal,
      );
      return { records, perPage, requests, durationMs, limit: budget };
    },
    async readMirrorAddress({ text }) {
      const { readMirrorAddress } = await import('./mirrorAddress.ts');
      const address = readMirrorAddress(text.trim());
      if ('problem' in address) throw new FailureError({ code: 'bad-arguments', message: address.problem });
      return address;
    },
    findMirrorSecret: ({ address }) => secrets.find(address),
    async testMirrorTarget({ resource, address, secret }, signal) {
      const { probePostgres } = await import('./postgres/probe.ts');
      const password = secret ?? (await secrets.read(address));
      return { found: await probePostgres(address, resource, password, signal) };
    },
    async saveMirror({ id, content: entered, secret }) {
      const filter = serviceFilter(resolveMovingDates({ filter: entered.filter }, now()).filter);
      const { filter: _, ...others } = entered;
      const content = { ...others, ...(filter === undefined ? {} : { filter }) };
      if (secret !== undefined) await secrets.write(content.address, secret);
      const { mirror, before } = await enqueue(async () => {
        const before = id === undefined ? undefined : await find(id);
        const isSame = before !== undefined && subjectKey(before) === subjectKey(content);
        const mirror: Mirror = {
          ...stamped(content, now(), before),
          state: before?.state ?? 'off',
          figures: isSame ? before.figures : noFigures,
        };
        await user.changeDocuments([documents.write(mirror)]);
        return { mirror, before };
      });
      if (before !== undefined) await removeUnused(before);
      tell(mirror);
      endWait.get(mirror.id)?.();
      return { mirror, secret: await secrets.find(mirror.address) };
    },
    async startMirror({ id }) {
      const mirror = await find(id);
      const live = liveJob(id);
      if (live === null) {
        const job = startJob(mirror);
        tell(mirror);
        return job;
      }
      jobs.resume(live.id);
      endWait.get(id)?.();
      return jobs.find(live.id) ?? live;
    },
    async removeMirror({ id }) {
      const mirror = await find(id);
      const live = liveJob(id);
      if (live !== null) await jobs.cancel(live.id);
      await enqueue(() => user.changeDocuments([documents.remove(id)]));
      events.emit('mirrorChanged', { id, shown: null });
      await removeUnused(mirror);
      return undefined;
    },
  };

  return {
    calls,
    runOnce,
    copy,
    async takeUp() {
      for (const mirror of (await documents.read()).documents) {
        const { id, state, figures, everyMinutes } = mirror;
        if (state === 'off' || liveJob(id) !== null) continue;
        const { updatedAt } = figures;
        // A date in the future comes from a wrong clock.
        const isDated = updatedAt !== null && updatedAt <= now();
        const firstAt = isDated && everyMinutes !== null ? updatedAt + everyMinutes * minuteMs : 0;
        startJob(mirror, { paused: state === 'paused', firstAt });
        tell(mirror);
      }
    },
  };
}

/** Equal for mirrors of the same records in the same target, which share figures. */
export function subjectKey({ connectionId, resource, filter, address }: CopiedTo): string {
  return canonicalJson({ connectionId, resource, filter: filter ?? null, address });
}

const worksOffline = {
  code: 'offline',
  message: 'Work offline is on. The mirror goes on when it is off.',
} as const;

/** Passwords in the keychain, or in memory for this session. Opens the key store on first use. */
function createMirrorSecrets(openKeyStore: () => Promise<KeyStore>) {
  let opening: Promise<KeyStore> | undefined;
  const keys = (): Promise<KeyStore> => (opening ??= openKeyStore());

  async function remove(address: MirrorAddress): Promise<void> {
    await (await keys()).remove(secretName(address));
  }

  return {
    /** Undefined if none is stored; the environment may have one. */
    async read(address: MirrorAddress): Promise<string | undefined> {
      return (await (await keys()).read(secretName(address))).key ?? undefined;
    },
    async find(address: MirrorAddress): Promise<SecretPlace> {
      const { key, where } = await (await keys()).read(secretName(address));
      return key === null ? 'none' : where;
    },
    async write(address: MirrorAddress, secret: string) {
      if (secret === '') await remove(address);
      else await (await keys()).write(secretName(address), secret);
    },
    remove,
  };
}

/** Names user and server, so that no other server gets the password, whatever a stored mirror says. */
function secretName({ host, port, database, user }: MirrorAddress): string {
  return `postgres://${encodeURIComponent(user)}@${host}:${port.toString()}/${encodeURIComponent(database)}`;
}
