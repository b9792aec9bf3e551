import { createContext } from 'svelte';
import type { Location } from '../../preload/contract/locations/location.ts';
import type { Budget } from '../../preload/contract/budgets.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { ask, type Bridge } from '../bridge.ts';
import { shortenMiddle } from '../format/text.ts';
import type { RecordLink } from '../fields/links.ts';
import { BudgetsState } from '../features/connections/budgets.svelte.ts';
import { ColumnsState } from '../features/records/columns.svelte.ts';
import { ComputedColumnsState } from '../features/computedColumns/computedColumns.svelte.ts';
import { ComparisonState } from '../features/compare/comparison.svelte.ts';
import { Commands } from './commands.svelte.ts';
import { JobsState } from '../features/jobs/jobs.svelte.ts';
import { LabelsState } from '../features/annotations/labels.svelte.ts';
import { ListState } from '../features/records/list.svelte.ts';
import { browse } from './location.ts';
import { Messages } from './messages.svelte.ts';
import { NamesState } from '../features/records/names.svelte.ts';
import type { Navigation } from './navigation.svelte.ts';
import { Places } from './places.svelte.ts';
import { QueriesState } from './queries.ts';
import { QueryOpening } from '../features/queryBuilder/queryOpening.svelte.ts';
import { RecordState } from '../features/records/record.svelte.ts';
import { RunsState } from '../features/queryBuilder/runs.svelte.ts';
import { SavedQueriesState } from '../features/savedQueries/savedQueries.svelte.ts';
import { SchedulesState } from '../features/schedules/schedules.svelte.ts';
import { SessionState } from '../features/connections/session.svelte.ts';
import { StartMarks } from './startMarks.ts';
import { Tabs } from './tabs.svelte.ts';
import { ViewsState } from './views.svelte.ts';
import { WatchState } from '../features/watchlists/watch.svelte.ts';
import type { Connection } from '../../preload/contract/connections.ts';

/** Everything the window knows, in one place for its views. */
export class AppState {
  readonly bridge: Bridge;
  readonly session: SessionState;
  readonly tabs = new Tabs();
  readonly dialogs = new Dialogs();
  readonly commands = new Commands(this);
  readonly places = new Places(this);
  readonly views = new ViewsState();
  readonly columns: ColumnsState;
  readonly computedColumns: ComputedColumnsState;
  readonly list: ListState;
  readonly names: NamesState;
  readonly record: RecordState;
  readonly comparison = new ComparisonState();
  readonly labels: LabelsState;
  readonly queries: QueriesState;
  readonly savedQueries: SavedQueriesState;
  readonly schedules: SchedulesState;
  readonly queryOpening = new QueryOpening(this);
  readonly runs: RunsState;
  readonly jobs: JobsState;
  readonly watch: WatchState;
  readonly budgets: BudgetsState;
  readonly startMarks: StartMarks;
  readonly clock = new Clock();
  readonly messages = new Messages();

  constructor(bridge: Bridge) {
    this.bridge = bridge;
    this.startMarks = new StartMarks(bridge);
    this.session = new SessionState(bridge);
    this.columns = new ColumnsState(bridge, () => this.navigation);
    this.computedColumns = new ComputedColumnsState(bridge, () => this.clock.now);
    this.list = new ListState(bridge, {
      limited: () => this.#isLimited(this.list.request?.resource),
      offline: () => this.session.current?.settings.workOffline === true,
    });
    this.names = new NamesState(bridge, () => this.session.connection?.id ?? null);
    this.record = new RecordState(bridge);
    this.labels = new LabelsState(bridge);
    this.queries = new QueriesState(bridge, this.computedColumns);
    this.savedQueries = new SavedQueriesState(bridge);
    this.schedules = new SchedulesState(bridge);
    this.runs = new RunsState(this);
    this.jobs = new JobsState(bridge);
    this.watch = new WatchState(bridge);
    this.budgets = new BudgetsState(bridge);
  }

  /** Follows what happens in main. Returns how to stop. */
  start(): () => void {
    const stops = [
      this.session.start(),
      this.columns.start(),
      this.labels.start(),
      this.savedQueries.start(),
      this.jobs.start(),
      this.watch.start(),
      followNetwork(this.bridge),
      this.budgets.start(),
      this.clock.start(),
      this.bridge.onCommandChosen(({ id }) => {
        this.commands.run(id);
      }),
      this.bridge.onQueryFileArrived(() => void this.#takeFile()),
      this.bridge.onLinkArrived(() => void this.places.takeLink()),
      this.bridge.onRefreshed((what) => {
        this.list.refreshed(what);
        this.record.refreshed(what);
      }),
    ];
    void this.computedColumns.read();
    void this.#takeFile();
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Requests of this hour for the lists of a resource; undefined where they are not counted. */
  budgetOf(resource: ResourceName): Budget | undefined {
    return this.budgets.all.find(({ endpoint }) => endpoint === resources[resource].path);
  }

  /** The history of the view in front. */
  get navigation(): Navigation {
    return this.tabs.active.navigation;
  }

  /** Goes to a place: in a tab of its own where the user asks for that with Ctrl, ⌘ or the middle button. */
  go(location: Location, event?: MouseEvent): void {
    if (event !== undefined && (event.ctrlKey || event.metaKey || event.button === 1)) {
      this.tabs.open(location, { background: true });
    } else {
      this.navigation.go(location);
    }
  }

  /** Shows a record as the view in front shows records: on a page of its own, or beside its table. */
  followRecord(link: RecordLink): void {
    const onPage = this.navigation.location.view === 'record';
    this.navigation.go(
      onPage ? { view: 'record', ...link } : { ...browse(link.resource), recordId: link.id },
    );
  }

  /** Puts the link to the view in front on the clipboard. */
  async copyLink(): Promise<void> {
    const { connection } = this.session;
    if (connection === null) return;
    const { toLink } = await links();
    const link = toLink(this.queryOpening.asTemplate(this.navigation.location), connection);
    if (link === null) this.messages.say('This view has too many conditions for a link. Save it instead.');
    else await this.copy(link, 'Link');
  }

  /** Follows a link; to another connection only once the user agrees. Returns a sentence where it opens nothing. */
  async follow(link: string): Promise<string | null> {
    const { fromLink, isLinkOf, unknownConnection } = await links();
    const answer = fromLink(link);
    if (!answer.ok) return answer.problem;
    const connection = this.session.current?.connections.find((one) => isLinkOf(answer.target, one));
    if (connection === undefined) return unknownConnection(answer.target);
    const { location } = answer.target;
    this.dialogs.close();
    if (connection.id === this.session.connection?.id) {
      this.tabs.open(location);
      this.queryOpening.askFor(location);
    } else this.dialogs.switching = { connection, location };
    return null;
  }

  /** Puts text on the clipboard and says so. `what` begins the sentence: `Request`. */
  async copy(text: string, what: string): Promise<void> {
    const result = await ask(() => this.bridge.copyText({ text }));
    this.messages.say(result.ok ? `${what} copied.` : result.failure.message);
  }

  /** Begins a watchlist of a wallet. */
  async watchWallet(address: string): Promise<void> {
    const result = await ask(() => this.bridge.readWallets({ text: address }));
    const [wallet] = result.ok ? result.value.wallets : [];
    if (wallet === undefined) {
      const error = result.ok ? result.value.errors[0]?.message : result.failure.message;
      this.messages.say(error ?? 'This is not a wallet address.');
      return;
    }
    const name = this.labels.ofAddress(address) ?? `Wallet ${shortenMiddle(address, 6, 4)}`;
    this.navigation.go({ view: 'newWatchlist', begin: { name, wallets: [wallet] } });
  }

  /** Hands a link to main, which asks before it opens it. */
  async openLink(url: string): Promise<void> {
    const result = await ask(() => this.bridge.openLink({ url }));
    if (!result.ok) this.messages.say(result.failure.message);
  }

  async #takeFile(): Promise<void> {
    await this.messages.sayFailure(this.savedQueries.takeFile());
  }

  /** What is not known to be free is not requested without the user. */
  #isLimited(resource: ResourceName | undefined): boolean {
    return resource === undefined || !this.budgets.areKnown || this.budgetOf(resource) !== undefined;
  }
}

export const [getApp, setApp] = createContext<AppState>();

/** Schemas read a link, and a start has none to read. */
const links = async () => import('../../preload/contract/locations/link.ts');

/** Ages are shown in minutes, countdowns to a request in a few seconds. */
const tickMs = 5_000;

/** The time, for the ages that views show. Milliseconds since 1970 UTC. */
class Clock {
  now = $state(Date.now());

  /** Keeps the time. Returns how to stop. */
  start(): () => void {
    const timer = setInterval(() => {
      this.now = Date.now();
    }, tickMs);
    return () => {
      clearInterval(timer);
    };
  }
}

/** What Chromium reports of the network, where it does. Rule: Network Information API and Save Data API. */
interface NetworkInformation extends EventTarget {
  readonly saveData?: boolean;
}

/** Reports to main whether the system asks programs to save data, now and whenever that changes. Returns how to stop. */
function followNetwork(bridge: Bridge): () => void {
  const { connection } = navigator as Navigator & { readonly connection?: NetworkInformation };
  if (connection === undefined) return () => undefined;
  let reported = false;
  const tell = (): void => {
    const savesData = connection.saveData === true;
    // That nothing is to be saved is what main begins with.
    if (savesData === reported) return;
    reported = savesData;
    void ask(() => bridge.tellNetwork({ savesData }));
  };
  tell();
  connection.addEventListener('change', tell);
  return () => {
    connection.removeEventListener('change', tell);
  };
}

type DialogName = 'palette' | 'connect' | 'shortcuts' | 'openLink' | 'support';

/** The dialog that stands over the window, if one does. */
class Dialogs {
  current = $state<DialogName | null>(null);
  /** Where a link leads on another connection than the one shown: a dialog asks before it switches. */
  switching = $state.raw<{ readonly connection: Connection; readonly location: Location } | null>(null);

  open(name: DialogName): void {
    this.current = name;
  }

  close(): void {
    this.current = null;
    this.switching = null;
  }
}
