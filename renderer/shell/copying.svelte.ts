import type { PartialRecord } from '../../preload/contract/records.ts';
import { longestCopy } from '../../preload/contract/limits.ts';
import { ask, type Bridge } from '../bridge.ts';
import { type CopyOptions, copyFormatLabels, copyText, recordCells } from '../fields/copyText.ts';
import type { ShownField } from '../fields/infer.ts';
import { count, plural } from '../format/numbers.ts';
import type { Messages } from './messages.svelte.ts';
import type { IndexRange } from '../ui/grid/geometry.ts';
import { rowCountOf, rowsOf, type CellRange } from '../ui/grid/selection.ts';

/** Larger selections need an export: the clipboard keeps all cells in memory. */
const maxCells = 500_000;

/** Rows that are not here by then are spoken of, since the clipboard still has what it had. */
const slowMs = 300;

interface CopiedRows {
  recordsOf(rows: IndexRange): Promise<readonly PartialRecord[]>;
}

export class Copying {
  readonly #bridge: Bridge;
  readonly #list: CopiedRows;
  readonly #messages: Messages;

  constructor(bridge: Bridge, list: CopiedRows, messages: Messages) {
    this.#bridge = bridge;
    this.#list = list;
    this.#messages = messages;
  }

  /** Fetches missing rows if no request is limited; otherwise reports them. */
  async copy(range: CellRange, columns: readonly ShownField[], options: CopyOptions): Promise<void> {
    const wanted = rowCountOf(range);
    const fields = columns.slice(range.left, range.right + 1);
    if (wanted * fields.length > maxCells) {
      this.#say(
        `${count(wanted * fields.length)} cells are too many for the clipboard. Export them instead.`,
      );
      return;
    }
    const slow = setTimeout(() => {
      this.#say(`Loading ${plural(wanted, 'row', 'rows')} to copy…`);
    }, slowMs);
    const records = await this.#recordsOf(range).finally(() => {
      clearTimeout(slow);
    });
    if (records.length === 0) {
      this.#say('None of these rows is loaded: nothing was copied.');
      return;
    }
    const copied: { text: string; html?: string } =
      options.format === 'tsv'
        ? recordCells(records, fields, options.headings)
        : { text: copyText(records, fields, options) };
    if (copied.text.length > longestCopy.text || (copied.html ?? '').length > longestCopy.html) {
      this.#say('These cells have too much text for the clipboard. Export them instead.');
      return;
    }
    const result = await ask(() => this.#bridge.copyText(copied));
    this.#say(result.ok ? this.#done(records, wanted, fields, options) : result.failure.message);
  }

  async #recordsOf(range: CellRange): Promise<readonly PartialRecord[]> {
    if (range.rows === undefined) return this.#list.recordsOf({ start: range.top, end: range.bottom + 1 });
    const rows = [...rowsOf(range)].map((row) => this.#list.recordsOf({ start: row, end: row + 1 }));
    return (await Promise.all(rows)).flat();
  }

  #done(
    records: readonly PartialRecord[],
    wanted: number,
    fields: readonly ShownField[],
    { format }: CopyOptions,
  ): string {
    if (records.length < wanted) {
      return `Copied the ${count(records.length)} of ${count(wanted)} rows that are loaded, as ${copyFormatLabels[format]}.`;
    }
    const [only] = fields;
    if (wanted === 1 && fields.length === 1 && only !== undefined && format === 'tsv')
      return `${only.label} copied.`;
    const shape = `${plural(wanted, 'row', 'rows')} of ${plural(fields.length, 'column', 'columns')}`;
    return `Copied ${shape} as ${copyFormatLabels[format]}.`;
  }

  #say(text: string): void {
    this.#messages.say(text);
  }
}
