import { createContext, tick } from 'svelte';
import type { Location } from '../../preload/contract/locations/location.ts';
import { ask, type Bridge } from '../bridge.ts';
import type { CopiedCells } from '../fields/copyText.ts';
import type { RecordLink } from '../fields/links.ts';
import { BudgetsState } from './budgets.svelte.ts';
import { ColumnsState } from './columns.svelte.ts';
import { Commands } from './commands.svelte.ts';
import { Dialogs } from './dialogs.svelte.ts';
import type { Feature } from './feature.ts';
import { JobsState } from './jobs.svelte.ts';
import { browse } from './location.ts';
import { Messages } from './messages.svelte.ts';
import { NamesState } from './names.svelte.ts';
import type { Navigation } from './navigation.svelte.ts';
import { Places } from './places.svelte.ts';
import { RecordActions } from './recordActions.svelte.ts';
import { SessionState } from './session.svelte.ts';
import { StartMarks } from './startMarks.ts';
import { Tabs } from './tabs.svelte.ts';
import type { Views } from './view.ts';
import { ViewsState } from './views.svelte.ts';

/** Tells the window what a feature adds to it. */
export type Register = (app: AppState) => Feature;

/** What the window knows whichever view is in front. What only a feature knows is its own: `perWindow`. */
export class AppState {
  readonly bridge: Bridge;
  readonly features: readonly Feature[];
  readonly session: SessionState;
  readonly budgets: BudgetsState;
  readonly tabs = new Tabs();
  readonly dialogs = new Dialogs();
  readonly messages = new Messages();
  readonly commands = new Commands(this.messages);
  readonly places = new Places(this);
  readonly views: ViewsState;
  readonly columns: ColumnsState;
  readonly names: NamesState;
  readonly jobs: JobsState;
  readonly startMarks: StartMarks;
  readonly recordActions = new RecordActions((chosen) =>
    this.features.map((feature) => feature.recordActions?.(chosen) ?? []),
  );
  readonly clock = new Clock();
  /** What had the focus last; null until something in the window had it. */
  #focused: Node | null = null;

  constructor(bridge: Bridge, views: Views, registers: readonly Register[]) {
    this.bridge = bridge;
    this.startMarks = new StartMarks(bridge);
    this.session = new SessionState(bridge);
    this.budgets = new BudgetsState(bridge);
    this.views = new ViewsState(views);
    this.columns = new ColumnsState(bridge, () => this.navigation);
    this.names = new NamesState(bridge, () => this.session.connection?.id ?? null);
    this.jobs = new JobsState(bridge);
    this.features = registers.map((register) => register(this));
  }

  /** Follows what happens in main. Returns how to stop. */
  start(): () => void {
    const stops = [
      this.session.start(),
      this.columns.start(),
      this.jobs.start(),
      followNetwork(this.bridge),
      this.#followFocus(),
      this.budgets.start(),
      this.clock.start(),
      this.bridge.onCommandChosen(() => void this.takeCommands()),
      this.bridge.onLinkArrived(() => void this.places.takeLink()),
      ...this.features.flatMap((feature) => feature.start?.() ?? []),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** True once commands reach what they are about: the views of the connection, or that there is none. */
  get ready(): boolean {
    return this.session.current !== null && (this.session.connection === null || this.places.restored);
  }

  /** Runs what the user chose in the native menu, also before this window opened. As with keys and clicks, nothing behind a dialog. */
  async takeCommands(): Promise<void> {
    if (!this.ready) return;
    for (;;) {
      const isBehind = document.querySelector('dialog:modal') !== null;
      const result = await ask(() => this.bridge.takeCommand());
      if (!result.ok || result.value === null) return;
      if (isBehind) continue;
      // What a view offers is there with it.
      await this.views.load(this.navigation.location);
      await tick();
      this.commands.run(result.value);
    }
  }

  /** The history of the view in front. */
  get navigation(): Navigation {
    return this.tabs.active.navigation;
  }

  /** What a place is called: by its own name, else by that of its view. */
  titleOf(location: Location): string {
    const [own] = this.features.flatMap((feature) => feature.titleOf?.(location) ?? []);
    return own ?? this.views.titleOf(location);
  }

  /** Goes to a place: in a tab of its own where the user asks for that with Ctrl, ⌘ or the middle button. */
  go(location: Location, event?: MouseEvent): void {
    if (event !== undefined && (event.ctrlKey || event.metaKey || event.button === 1)) {
      this.tabs.open(location, { background: true });
    } else {
      this.navigation.go(location);
    }
  }

  /** Puts the keyboard on what is in front, once it is there: on what is to be typed first, else on its table, or on all of it until it has one. */
  async enter(): Promise<void> {
    await tick();
    const focus = (main: HTMLElement | null): void => {
      (
        main?.querySelector<HTMLElement>('[data-first]') ??
        main?.querySelector<HTMLElement>('[role=grid]') ??
        main
      )?.focus();
    };
    const main = document.querySelector('main');
    focus(main);
    if (document.activeElement !== main) return;
    // Its code may have to be loaded first.
    await this.views.load(this.navigation.location);
    await tick();
    if (document.activeElement === main) focus(main);
  }

  noteFocus(target: EventTarget | null): void {
    if (target instanceof Node) this.#focused = target;
  }

  /** Puts the keyboard on what is in front where what had it goes with this change. */
  async keepFocus(): Promise<void> {
    await tick();
    if (this.#focused === null || document.activeElement !== document.body) return;
    const panel = [...document.querySelectorAll<HTMLElement>('[popover][tabindex]:popover-open')].at(-1);
    if (panel === undefined) await this.enter();
    else panel.focus();
  }

  /** Keeps the focus when what has it leaves the window, whatever takes it out: keys would go nowhere. Returns how to stop. */
  #followFocus(): () => void {
    const observer = new MutationObserver(() => {
      if (this.#focused?.isConnected === false && document.activeElement === document.body)
        void this.keepFocus();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
    };
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
    const { location } = this.navigation;
    const place = this.features.reduce((at, feature) => feature.linked?.(at) ?? at, location);
    const link = toLink(place, connection);
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
      for (const feature of this.features) feature.arrived?.(location);
    } else this.dialogs.ask({ switching: { connection, location } });
    return null;
  }

  /** Puts text, or a table with types beside it, on the clipboard and says so. `what` begins the sentence: `Request`. */
  async copy(copied: string | CopiedCells, what: string): Promise<void> {
    const result = await ask(() =>
      this.bridge.copyText(typeof copied === 'string' ? { text: copied } : copied),
    );
    this.messages.say(result.ok ? `${what} copied.` : result.failure.message);
  }

  /** Hands a link to main, which asks before it opens it. */
  async openLink(url: string): Promise<void> {
    const result = await ask(() => this.bridge.openLink({ url }));
    if (!result.ok) this.messages.say(result.failure.message);
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
    const tick = (): void => {
      this.now = Date.now();
    };
    const timer = setInterval(tick, tickMs);
    addEventListener('focus', tick);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', tick);
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
