import type { AppState } from './app.svelte.ts';
import { browse, type Location } from './location.ts';

interface TourStep {
  readonly title: string;
  readonly text: string;
  /** What is shown beside the words; without it the view stays. */
  readonly location?: Location;
}

export const tourSteps: readonly TourStep[] = [
  {
    title: 'Find anything',
    text: 'Ctrl K searches records, figures and commands. Paste an address to see its transactions.',
  },
  {
    title: 'Narrow a table',
    text: 'Add a condition above the table, or right-click a cell or a heading. The line below says where the figures come from.',
    location: browse('assets'),
  },
  {
    title: 'Start from a question',
    text: 'Templates answer common questions with one click. Save your own next to them.',
    location: { view: 'savedQueries' },
  },
  {
    title: 'Draw it',
    text: 'Group a measure by network, class or issuer, choose a range, and save the chart as an image or a table.',
    location: { view: 'timeseries' },
  },
  {
    title: 'Work offline',
    text: 'Sync… above a table caches all of it. The status at the top right shows whether you are live or offline.',
    location: browse('tokens'),
  },
];

/** The tour of the window: offered once, and from the Help menu. */
export class Tour {
  readonly #app: AppState;
  /** The step that is shown, from 0; null while there is no tour. */
  step = $state<number | null>(null);

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Starts the tour where it has never been shown, and remembers that it has been. */
  async offer(): Promise<void> {
    const { session } = this.#app;
    if (session.current?.settings.tourShown !== false || this.step !== null) return;
    this.step = 0;
    await this.#app.messages.sayFailure(session.set({ tourShown: true }));
  }

  /** Shows a step, counted from 0, and the view that it explains. */
  show(step: number): void {
    this.step = step;
    const location = tourSteps[step]?.location;
    if (location !== undefined) this.#app.navigation.go(location);
  }

  leave(): void {
    this.step = null;
  }
}
