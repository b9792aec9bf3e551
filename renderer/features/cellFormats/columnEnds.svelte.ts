import { SvelteMap } from 'svelte/reactivity';
import type { CellFormats, FormatEnds } from '../../../preload/contract/cellFormats.ts';
import { formatOf } from '../../../preload/contract/cellMarks.ts';
import type { SummaryRequest } from '../../../preload/contract/columnSummary.ts';
import { ask, type Bridge } from '../../bridge.ts';

/** Pages follow one another while the user scrolls: their values count once that stops. */
const readAfterMs = 1_500;

type SummaryBridge = Pick<Bridge, 'summarizeColumns' | 'cancelRequest'>;
/** The list whose values count. */
type Values = Omit<SummaryRequest, 'fields' | 'rows'> & { readonly connectionId: string };

/**
 * The smallest and the largest value of columns over the cached records of a list, as main sums them up. A list that changes keeps its
 * ends until those of its new state are known.
 */
export class ColumnEnds {
  readonly #bridge: SummaryBridge;
  readonly #found = new SvelteMap<string, FormatEnds | null>();
  #key: string | null = null;
  #state: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Names the reading that counts. */
  #reading = 0;
  #ticket: string | null = null;

  constructor(bridge: SummaryBridge) {
    this.#bridge = bridge;
  }

  /** Null where the column has no values, or they are not summed up yet. */
  of(column: string): FormatEnds | null {
    return this.#found.get(column) ?? null;
  }

  /**
   * Finds the ends of these columns. Of another list at once; of the same one after a pause, where its `state` is another.
   * @param state differs where other records of the list are cached
   */
  follow(values: Values, columns: readonly string[], state: unknown): void {
    const key = JSON.stringify(values);
    const isOther = key !== this.#key;
    if (isOther) this.#found.clear();
    const missing = columns.some((column) => !this.#found.has(column));
    if (!missing && state === this.#state) return;
    this.#key = key;
    this.#state = state;
    this.stop();
    if (columns.length === 0) return;
    const reading = this.#reading;
    this.#timer = setTimeout(() => void this.#read(values, columns, reading), missing ? 0 : readAfterMs);
  }

  /** Stops what is being read. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#reading += 1;
    const ticket = this.#ticket;
    this.#ticket = null;
    if (ticket !== null) void ask(() => this.#bridge.cancelRequest({ ticket }));
  }

  async #read(values: Values, columns: readonly string[], reading: number): Promise<void> {
    for (const column of columns) {
      const ticket = crypto.randomUUID();
      this.#ticket = ticket;
      const result = await ask(() => this.#bridge.summarizeColumns({ ...values, fields: [column], ticket }));
      if (reading !== this.#reading) return;
      // A field that no record has any more, or that cannot be summed up, has no ends: the header says so.
      const { smallest: from, largest: to } = result.ok ? result.value : { smallest: null, largest: null };
      this.#found.set(column, typeof from === 'number' && typeof to === 'number' ? { from, to } : null);
    }
    this.#ticket = null;
  }
}

/** Returns the columns whose format needs the smallest and the largest value. */
export function columnsWithoutEnds(formats: CellFormats, columns: readonly string[]): string[] {
  return columns.filter((column) => {
    const format = formatOf(formats, column);
    return (format?.kind === 'scale' || format?.kind === 'bar') && format.ends === null;
  });
}
