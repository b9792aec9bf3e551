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

export type Register = (app: AppState) => Feature;

/** Shared state of the window; features keep theirs with `perWindow`. */
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
  #focused: HTMLElement | SVGElement | null = null;
  /** The disabled element whose dialog has its focus. */
  #disabled: HTMLElement | SVGElement | null = null;

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

  /** True once the connection's views are open, or there is no connection. */
  get ready(): boolean {
    return this.session.current !== null && (this.session.connection === null || this.places.restored);
  }

  /** Runs commands of the native menu, including earlier ones. Drops those that arrive during a dialog. */
  async takeCommands(): Promise<void> {
    if (!this.ready) return;
    for (;;) {
      const isBehind = document.querySelector('dialog:modal') !== null;
      const result = await ask(() => this.bridge.takeCommand());
      if (!result.ok || result.value === null) return;
      if (isBehind) continue;
      // Its view offers commands once loaded.
      await this.views.load(this.navigation.location);
      await tick();
      this.commands.run(result.value);
    }
  }

  get navigation(): Navigation {
    return this.tabs.active.navigation;
  }

  titleOf(location: Location): string {
    // Until the views of a connection are open, those of the last one stand there.
    const features = this.places.restored ? this.features : [];
    const [own] = features.flatMap((feature) => feature.titleOf?.(location) ?? []);
    return own ?? this.views.titleOf(location);
  }

  /** Opens a new tab for Ctrl, ⌘ or the middle button. */
  go(location: Location, event?: MouseEvent): void {
    if (event !== undefined && (event.ctrlKey || event.metaKey || event.button === 1)) {
      this.tabs.open(location, { background: true });
    } else {
      this.navigation.go(location);
    }
  }

  /** Focuses a text field, else the table, else the view. */
  async enter(): Promise<void> {
    await tick();
    const focus = (main: HTMLElement | null): void => {
      // Hidden or disabled elements take no focus.
      const first = ['[data-first]', '[role=grid]'].flatMap((selector) => [
        ...(main?.querySelectorAll<HTMLElement>(selector) ?? []),
      ]);
      for (const one of [...first, main]) {
        one?.focus();
        if (document.activeElement === one) return;
      }
    };
    const main = document.querySelector('main');
    focus(main);
    if (document.activeElement !== main) return;
    await this.views.load(this.navigation.location);
    await tick();
    if (document.activeElement === main) focus(main);
  }

  noteFocus(target: EventTarget | null): void {
    if (target instanceof HTMLElement || target instanceof SVGElement) this.#focused = target;
  }

  /** Focuses the open dialog, else the front view, if this change removes or disables the focused element. */
  async keepFocus(): Promise<void> {
    await tick();
    if (this.#focused === null || document.activeElement !== document.body) return;
    const dialog = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1);
    if (dialog !== undefined) {
      this.#disabled = this.#focused;
      dialog.focus();
      return;
    }
    const panel = [...document.querySelectorAll<HTMLElement>('[popover][tabindex]:popover-open')].at(-1);
    if (panel === undefined) await this.enter();
    else panel.focus();
  }

  /** Otherwise keys go nowhere after the focused element is gone or disabled. */
  #followFocus(): () => void {
    const isOff = (element: Element): boolean =>
      !element.isConnected || element.matches(':disabled, [inert] *');
    const observer = new MutationObserver(() => {
      const disabled = this.#disabled;
      if (disabled !== null && !isOff(disabled)) {
        this.#disabled = null;
        if (disabled.closest('dialog') === document.activeElement) disabled.focus();
      }
      const focused = this.#focused;
      if (focused === null || !isOff(focused)) return;
      // Chromium takes the focus from it at the next frame.
      if (document.activeElement === focused) focused.blur();
      if (document.activeElement === document.body) void this.keepFocus();
    });
    const attributeFilter = ['disabled', 'inert'];
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter });
    return () => {
      observer.disconnect();
    };
  }

  /** In the side panel or on its own page, as the view decides. */
  followRecord(link: RecordLink): void {
    const onPage = this.navigation.location.view === 'record';
    this.navigation.go(
      onPage ? { view: 'record', ...link } : { ...browse(link.resource), recordId: link.id },
    );
  }

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

  /** Reports the result in a message that starts with `what`. */
  async copy(copied: string | CopiedCells, what: string): Promise<void> {
    const result = await ask(() =>
      this.bridge.copyText(typeof copied === 'string' ? { text: copied } : copied),
    );
    this.messages.say(result.ok ? `${what} copied.` : result.failure.message);
  }

  async openLink(url: string): Promise<void> {
    const result = await ask(() => this.bridge.openLink({ url }));
    if (!result.ok) this.messages.say(result.failure.message);
  }
}

export const [getApp, setApp] = createContext<AppState>();

/** Loaded on demand, so that schemas do not delay the start. */
const links = async () => import('../../preload/contract/locations/link.ts');

/** Ages show minutes, countdowns seconds. */
const tickMs = 5_000;

/** Milliseconds since 1970 UTC, for ages. */
class Clock {
  now = $state(Date.now());

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

/** Source: Network Information API and Save Data API. */
interface NetworkInformation extends EventTarget {
  readonly saveData?: boolean;
}

/** Reports data saving to main. */
function followNetwork(bridge: Bridge): () => void {
  const { connection } = navigator as Navigator & { readonly connection?: NetworkInformation };
  if (connection === undefined) return () => undefined;
  let reported = false;
  const tell = (): void => {
    const savesData = connection.saveData === true;
    // Main starts with false.
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
