interface PagedOptions<Row> {
  readonly pageSize: number;
  readonly rows: () => readonly Row[];
  /** `words` are trimmed and in lower case. */
  readonly matches: (row: Row, words: string) => boolean;
}

/** Rows that are found by words and shown in pages: thousands at once would be slow. */
export class PagedRows<Row> {
  readonly #options: PagedOptions<Row>;
  /** As typed. */
  words = $state('');
  #searched = $state('');
  #page = $state(0);
  readonly found: readonly Row[] = $derived.by(() => {
    const { rows, matches } = this.#options;
    const words = this.#searched.toLowerCase();
    return words === '' ? rows() : rows().filter((row) => matches(row, words));
  });
  readonly shown: readonly Row[] = $derived.by(() => {
    const { page, pageSize } = this.pager;
    return this.found.slice(page * pageSize, (page + 1) * pageSize);
  });

  constructor(options: PagedOptions<Row>) {
    this.#options = options;
    $effect(() => {
      const typed = this.words.trim();
      return afterPaint(() => {
        this.#searched = typed;
      });
    });
  }

  /** The words that the rows were searched for. */
  get searched(): string {
    return this.#searched;
  }

  /** The properties of a `Pager`. */
  get pager() {
    const { pageSize } = this.#options;
    const total = this.found.length;
    return {
      // If fewer are found, the page may be past the last.
      page: Math.max(0, Math.min(this.#page, Math.ceil(total / pageSize) - 1)),
      pageSize,
      total,
      onpage: (page: number): void => {
        this.#page = page;
      },
    };
  }

  reset(): void {
    this.words = '';
    this.#page = 0;
  }
}

/** Runs after the next frame, so that a typed key appears first. Returns the canceller. */
function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
