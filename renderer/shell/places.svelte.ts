import type { CallArguments } from '../../preload/contract/bridge.ts';
import type { Location } from '../../preload/contract/locations/location.ts';
import { ask, type Bridge } from '../bridge.ts';
import type { Settings } from '../../preload/contract/settings.ts';
import { browse } from './location.ts';
import type { Messages } from './messages.svelte.ts';
import type { SessionState } from './session.svelte.ts';
import type { Tabs } from './tabs.svelte.ts';

type Writing = CallArguments<'writeTabs'>;

interface PlacesWindow {
  readonly bridge: Bridge;
  readonly session: SessionState;
  readonly tabs: Tabs;
  readonly messages: Messages;
  /** Returns a sentence if nothing opens. */
  follow(link: string): Promise<string | null>;
}

export class Places {
  readonly #app: PlacesWindow;
  #connectionId: string | null = null;
  #restored = $state(false);
  #next: Location | null = null;
  #toWrite: Writing | null = null;
  #writing = false;
  #started = false;

  constructor(app: PlacesWindow) {
    this.#app = app;
  }

  /** False until the stored views are open: anything shown before would be replaced. */
  get restored(): boolean {
    return this.#restored;
  }

  async restore(connectionId: string): Promise<void> {
    this.#connectionId = connectionId;
    this.#restored = false;
    const before = this.#app.tabs.active.navigation.location;
    const result = await ask(() => this.#app.bridge.readTabs({ connectionId }));
    if (this.#connectionId !== connectionId) return;
    const tabs = result.ok ? result.value : null;
    const start = startOf(this.#app.session.current?.settings.startView ?? 'last');
    // The sidebar works earlier, so the user may already have left.
    const chosen = this.#app.tabs.active.navigation.location;
    this.#app.tabs.restore(tabs?.places ?? [], tabs?.active ?? 0);
    if (chosen !== before) this.#app.tabs.active.navigation.go(chosen);
    else if (start !== null && !this.#started) this.#app.tabs.active.navigation.go(start);
    this.#started = true;
    if (this.#next !== null) this.#app.tabs.open(this.#next);
    this.#next = null;
    this.#restored = true;
    await this.takeLink();
  }

  afterSwitch(location: Location | null): void {
    this.#next = location;
  }

  /** Writes now, or after the current write. */
  keep(): void {
    const connectionId = this.#connectionId;
    if (connectionId === null || !this.#restored) return;
    const { places, activeIndex: active } = this.#app.tabs;
    this.#toWrite = { connectionId, tabs: { places: [...places], active } };
    if (!this.#writing) void this.#write();
  }

  /** Call it before the window closes. */
  flush(): void {
    const last = this.#toWrite;
    this.#toWrite = null;
    if (last !== null) void ask(() => this.#app.bridge.writeTabs(last));
  }

  async takeLink(): Promise<void> {
    if (!this.#restored) return;
    const result = await ask(() => this.#app.bridge.takeLink());
    if (!result.ok || result.value === null) return;
    const problem = await this.#app.follow(result.value);
    if (problem !== null) this.#app.messages.say(problem);
  }

  async #write(): Promise<void> {
    this.#writing = true;
    for (let next = this.#toWrite; next !== null; next = this.#toWrite) {
      const writing = next;
      this.#toWrite = null;
      // A failure is not reported: the app opens without views.
      await ask(() => this.#app.bridge.writeTabs(writing));
    }
    this.#writing = false;
  }
}

/** Null restores the last views. */
function startOf(view: Settings['startView']): Location | null {
  if (view === 'last') return null;
  return view === 'overview' || view === 'watchlists' ? { view } : browse(view);
}
