import { errorText } from '../preload/contract/failures.ts';
import { EventEmitter } from 'node:events';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { dayMs, minuteMs } from '../preload/contract/days.ts';
import type { Budget } from '../preload/contract/budgets.ts';
import type { Job } from '../preload/contract/jobs.ts';
import type { Settings, SettingsChange } from '../preload/contract/settings.ts';
import { createAnnotations } from './features/annotations/annotations.ts';
import { limitOf, readBudgets } from './features/connections/budgetLedger.ts';
import { resources, type ResourceName } from '../preload/contract/resources.ts';
import { createCaches } from './features/caches/caches.ts';
import type { AppEvents } from './platform/appEvents.ts';
import { startNodeProcess } from './platform/system/childProcess.ts';
import { openWorkFolder } from './platform/system/workFolder.ts';
import { createSql } from './features/sql/sql.ts';
import { createComputedColumns } from './features/computedColumns/computedColumns.ts';
import { createSqlHistory } from './features/sql/sqlHistory.ts';
import { createSyncs, type Syncs } from './sync/syncs.ts';
import { createConnections } from './features/connections/connections.ts';
import { createSettings } from './features/connections/settings.ts';
import type { RunningSample } from './features/connections/sampleRunner.ts';
import { createAggregates, type Aggregates } from './features/aggregates/aggregates.ts';
import { createRecordReader, type RecordReader } from './features/records/recordReader.ts';
import { lazyExports } from './features/exports/lazyExports.ts';
import { createEndedJobs } from './jobs/endedJobs.ts';
import { createJobs } from './jobs/jobs.ts';
import { createIcons } from './features/icons/icons.ts';
import { createSearchService, type SearchService } from './features/search/searchService.ts';
import { createMirrors } from './features/mirrors/mirrors.ts';
import { createVisits } from './features/changes/visits.ts';
import { createSchedules } from './features/schedules/schedules.ts';
import { createSavedQueries } from './features/savedQueries/savedQueries.ts';
import { openPolicy } from './platform/policy/policyFile.ts';
import { startSampleProcess } from './sample-service/sampleProcess.ts';
import { openStore, type CacheStore } from './store/store.ts';
import { createWatch } from './features/watchlists/watch.ts';
import type { ServicesOptions } from './servicesOptions.ts';
import { memoizeByKey } from './platform/once.ts';
import { readWalletText } from './features/watchlists/walletImport/readWallets.ts';
import { createCheckers } from './features/watchlists/checks/checkers.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

/** Milliseconds since this computer started, asleep or awake. */
const uptimeMs = (): number => uptime() * 1000;

export async function createServices(options: ServicesOptions) {
  const now = Date.now;
  const events: AppEvents = options.events ?? new EventEmitter();
  if (events.listenerCount('backgroundError') === 0) events.on('backgroundError', writeError);
  // Before the first database: SQLite then chooses the folder of its temporary files.
  const work = options.work ?? openWorkFolder(options.userDataFolder);
  const store = await (options.store ??
    openStore({
      folder: join(options.userDataFolder, 'data'),
      workerUrl: options.workers.store,
      inProcess: options.inProcess,
    }));
  const openSecretStore = options.openSecretStore ?? options.openKeyStore;
  const settings = await createSettings({
    user: store.user,
    openSecretStore,
    applyProxy: options.applyProxy,
    onError: (error) => events.emit('backgroundError', 'proxy', error),
  });
  const perHour = options.transactionsPerHour ?? options.policy?.transactionsPerHour ?? null;
  const readSettings = (): Settings =>
    perHour === null ? settings.read() : { ...settings.read(), transactionsPerHour: perHour };

  const { startProcess = startNodeProcess } = options;
  const startSample = (signal: AbortSignal): Promise<RunningSample> =>
    startSampleProcess({
      signal,
      processUrl: options.workers.sample,
      startProcess,
      cacheFolder: join(options.userDataFolder, 'sample'),
      livePerMinute: options.sampleLivePerMinute ?? 0,
    });

  const connections = createConnections({
    policy: options.policy ?? openPolicy,
    store,
    openKeyStore: options.openKeyStore,
    transport: options.transport,
    startSample,
    // Live transactions arrive only while the service runs.
    ...(options.sampleLivePerMinute === undefined || options.sampleLivePerMinute === 0
      ? {}
      : { sampleIdleMs: null }),
    limitOf: (resource) => limitOf(readSettings(), resource),
    now,
    uptime: uptimeMs,
    events,
  });
  const jobs = createJobs({ now, events });

  // The app requests nothing that it cannot store.
  const offline = (): boolean => options.offline === true || readSettings().workOffline || store.readOnly;
  const background = options.background === true && !store.readOnly;
  const endedJobs = background ? createEndedJobs({ user: store.user, events }) : null;
  const environment = { now, freshForMs: () => readSettings().freshMinutes * minuteMs, offline, events };

  const recordReader = memoizeByKey(openRecordReader);

  async function budgets(connectionId: string): Promise<Budget[]> {
    const { cache, budget: ledger } = await connections.open(connectionId);
    const waiting = (await recordReader(connectionId)).waiting.all;
    const times = { now: now(), uptime: uptimeMs() };
    return readBudgets({ connectionId, cache, ledger, waiting, ...times });
  }

  function tellBudgets(connectionId: string): void {
    if (events.listenerCount('budgetChanged') === 0) return;
    budgets(connectionId)
      .then((all) => {
        for (const budget of all) events.emit('budgetChanged', budget);
      })
      // The store is closing, or the next counted request reports the same failure.
      .catch(() => undefined);
  }

  async function openRecordReader(connectionId: string): Promise<RecordReader> {
    const { connection, client, cache } = await connections.open(connectionId);
    const fetched = (resource: ResourceName): void => {
      events.emit('recordsFetched', connectionId, resource);
    };
    return createRecordReader({
      connection,
      client,
      cache: {
        ...cache,
        async writeAnswer(answer) {
          const written = await cache.writeAnswer(answer);
          if (!('problem' in written)) fetched(answer.resource);
          return written;
        },
        async writeRecord(entry) {
          await cache.writeRecord(entry);
          fetched(entry.resource);
        },
      },
      defineQuery: computedColumns.define,
      ...environment,
    });
  }

  async function openSyncs(connectionId: string): Promise<Syncs> {
    const { client, cache } = await connections.open(connectionId);
    const ofConnection = await recordReader(connectionId);
    const made = createSyncs({
      recordReader: ofConnection,
      client,
      cache,
      jobs,
      now,
      offline,
      waiting: ofConnection.waiting,
      async readBudget(resource) {
        const { path } = resources[resource];
        return (await budgets(connectionId)).find(({ endpoint }) => endpoint === path) ?? null;
      },
      connectionId,
      events,
    });
    if (background) await made.takeUp();
    return made;
  }

  async function openAggregates(connectionId: string): Promise<Aggregates> {
    const { connection, client, cache } = await connections.open(connectionId);
    return createAggregates({ connection, client, cache, ...environment });
  }

  async function openSearchService(connectionId: string): Promise<SearchService> {
    const { cache } = await connections.open(connectionId);
    return createSearchService({ recordReader: await recordReader(connectionId), cache, offline });
  }

  const computedColumns = createComputedColumns({ user: store.user, now });
  const exports = lazyExports({
    jobs,
    user: store.user,
    workerUrl: options.workers.export,
    now,
    budgets,
    readWatchlist: (listId) => watch.readRules(listId),
    computedColumns,
    async environment(connectionId) {
      const { connection, cache } = await connections.open(connectionId);
      return {
        connection,
        cache,
        recordReader: await recordReader(connectionId),
        sync: offline() ? null : (await syncs(connectionId)).run,
        readResult: (resultId) => sql.pieces(resultId),
        workerUrl: options.workers.export,
        descriptions: join(options.userDataFolder, 'exports'),
        now,
      };
    },
  });

  const openCache = async (connectionId: string): Promise<CacheStore> =>
    (await connections.open(connectionId)).cache;
  const annotations = createAnnotations(store.user);
  const watch = createWatch({
    user: store.user,
    openCache,
    readLabels: annotations.readLabels,
    provenance: async (connectionId, of) => (await recordReader(connectionId)).provenance(of),
    defineQuery: computedColumns.define,
    readSettings,
    now,
    events,
  });

  const syncs = memoizeByKey(openSyncs);
  const checkers = createCheckers({
    user: store.user,
    listConnectionIds: () => watch.listWatchedConnections(),
    open: async (connectionId) => {
      const [{ client }, { waiting }, { run: sync }, intake] = await Promise.all([
        connections.open(connectionId),
        recordReader(connectionId),
        syncs(connectionId),
        watch.intake(connectionId),
      ]);
      return { client, intake, sync, waiting };
    },
    readSettings,
    offline,
    isPaused: () => readSettings().watchPaused || options.isWatchPaused?.() === true,
    now,
    events,
  });
  const mirrors = createMirrors({
    user: store.user,
    jobs,
    openKeyStore: openSecretStore,
    now,
    offline,
    events,
    workerUrl: options.workers.mirror,
    openSource: async (connectionId) => {
      const [{ connection, cache }, { describe }, { run: sync }] = await Promise.all([
        connections.open(connectionId),
        recordReader(connectionId),
        syncs(connectionId),
      ]);
      return { connection, cache, sync, describe };
    },
    plan: async (connectionId, subject, signal) => (await syncs(connectionId)).plan(subject, signal),
  });
  const savedQueries = createSavedQueries({ user: store.user, now, workerUrl: options.workers.queries });
  const schedules = createSchedules({
    user: store.user,
    jobs,
    exports,
    savedQueries,
    syncs,
    runMirror: (mirrorId, control) => mirrors.runOnce(mirrorId, control),
    narrowed: async (resource, query, lists) => {
      const { fileReader, narrowedToFiles } =
        await import('./features/watchlists/walletImport/valueFiles.ts');
      return narrowedToFiles(resource, query, lists, fileReader);
    },
    events,
    now,
  });
  const caches = createCaches({
    listConnections: () => connections.list(),
    openCache,
    jobs,
    resetWatchlists: (connectionId) => watch.noteCleared(connectionId),
    syncs,
    limits: () => ({
      now: now(),
      maxAgeMs: readSettings().cacheDays * dayMs,
      maxBytes: readSettings().cacheMegabytes * 1_000_000,
    }),
    events,
  });
  // Registered last: a failed attempt to open the data may have received the same events.
  events.on('requestsChanged', tellBudgets);
  // Not awaited: the next call reports what the store cannot do.
  events.on('recordsFetched', (connectionId, resource) => {
    watch.noteFetched(connectionId, resource).catch(() => undefined);
  });
  if (background) {
    checkers.start();
    schedules.start();
    mirrors.takeUp().catch((error: unknown) => events.emit('backgroundError', 'mirrors', error));
  }
  const sql = createSql({
    open: (connectionId) => connections.open(connectionId),
    listAnnotations: () => annotations.list(),
    processUrl: options.workers.sql,
    startProcess,
  });
  const stopMaintenance = background ? caches.runMaintenance() : null;

  return {
    store,
    connections,
    jobs,
    async listJobs(): Promise<Job[]> {
      const ended = (await endedJobs?.list()) ?? [];
      return [...jobs.list(), ...ended.filter(({ id }) => jobs.find(id) === undefined)];
    },
    exports,
    icons: createIcons({ folder: join(options.userDataFolder, 'icons'), transport: options.transport, now }),
    annotations,
    sql,
    sqlHistory: createSqlHistory(store.user),
    savedQueries,
    computedColumns,
    readSettings,
    async changeSettings(change: SettingsChange): Promise<Settings> {
      const changed = await settings.change(change);
      if (!offline()) jobs.goOnline();
      void checkers.nudge();
      return changed;
    },
    /** Stores the login for the proxy of the settings; null removes it. */
    signInToProxy: settings.signInToProxy,
    recordReader,
    searchService: memoizeByKey(openSearchService),
    visits: createVisits({ user: store.user, now }),
    aggregates: memoizeByKey(openAggregates),
    /** The first call for a connection resumes its unfinished syncs. */
    syncs,
    caches,
    mirrors,
    schedules,
    watch,
    readWallets: (text: string) => readWalletText(text, options.workers.wallets),
    checkers,
    budgets,
    async close(): Promise<void> {
      stopMaintenance?.();
      // Closed from last to first. A failure must not keep the others open.
      await using parts = new AsyncDisposableStack();
      for (const part of [work, store, connections, jobs, endedJobs, schedules, checkers, sql])
        parts.defer(async () => part?.close());
    },
  };
}

function writeError(where: string, error: unknown): void {
  process.stderr.write(`${where}: ${errorText(error)}\n`);
}
