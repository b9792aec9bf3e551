import { createContext } from 'svelte';
import { ask, type Bridge } from '../bridge.ts';
import { BudgetsState } from './budgets.svelte.ts';
import { Clock } from './clock.svelte.ts';
import { ColumnsState } from './columns.svelte.ts';
import { ComparisonState } from './comparison.svelte.ts';
import { JobsState } from './jobs.svelte.ts';
import { LabelsState } from './labels.svelte.ts';
import { ListState } from './list.svelte.ts';
import { Messages } from './messages.svelte.ts';
import { Navigation } from './navigation.svelte.ts';
import { RecordState } from './record.svelte.ts';
import { SessionState } from './session.svelte.ts';
import { ViewsState } from './views.svelte.ts';

/** Everything the window knows, in one place for its views. */
export class AppState {
  readonly bridge: Bridge;
  readonly session: SessionState;
  readonly navigation = new Navigation();
  readonly views = new ViewsState();
  readonly columns = new ColumnsState();
  readonly list: ListState;
  readonly record: RecordState;
  readonly comparison = new ComparisonState();
  readonly labels: LabelsState;
  readonly jobs: JobsState;
  readonly budgets: BudgetsState;
  readonly clock = new Clock();
  readonly messages = new Messages();

  constructor(bridge: Bridge) {
    this.bridge = bridge;
    this.session = new SessionState(bridge);
    this.list = new ListState(bridge);
    this.record = new RecordState(bridge);
    this.labels = new LabelsState(bridge);
    this.jobs = new JobsState(bridge);
    this.budgets = new BudgetsState(bridge);
  }

  /** Follows what happens in main. Returns how to stop. */
  start(): () => void {
    const stops = [
      this.session.start(),
      this.labels.start(),
      this.jobs.start(),
      this.budgets.start(),
      this.clock.start(),
      this.bridge.onRefreshed((what) => {
        this.list.refreshed(what);
        this.record.refreshed(what);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Puts text on the clipboard and says so. `what` begins the sentence: `Request`. */
  async copy(text: string, what: string): Promise<void> {
    const result = await ask(() => this.bridge.copyText({ text }));
    this.messages.say(result.ok ? `${what} copied.` : result.failure.message);
  }

  /** Hands a link to main, which asks before it opens it. */
  async openLink(url: string): Promise<void> {
    const result = await ask(() => this.bridge.openLink({ url }));
    if (!result.ok) this.messages.say(result.failure.message);
  }
}

export const [getApp, setApp] = createContext<AppState>();
