import type { Failure } from '../../../preload/contract/failures.ts';
import type { SqlStatement } from '../../../preload/contract/sql.ts';
import { ask, type Bridge } from '../../bridge.ts';

/** Statements that are read at once. */
const pageSize = 50;

/** The statements that were run, read in pages as they come into sight. */
export class StatementHistory {
  readonly #bridge: Pick<Bridge, 'findSqlStatements' | 'removeSqlStatements'>;
  #words = '';
  #start = 0;
  /** Counts searches up: an answer to an earlier one is dropped. */
  #search = 0;
  #reading = false;

  statements = $state.raw<readonly SqlStatement[]>([]);
  /** Number of matches; null before the first answer. */
  total = $state<number | null>(null);
  failure = $state.raw<Failure | null>(null);

  constructor(bridge: Pick<Bridge, 'findSqlStatements' | 'removeSqlStatements'>) {
    this.#bridge = bridge;
  }

  /** Reads the newest statements that have all of the words. */
  find(words: string): Promise<void> {
    this.#words = words;
    this.#start = 0;
    this.#search += 1;
    return this.#read();
  }

  /** Reads the next page, if there is one. */
  more(): void {
    if (!this.#reading && this.#start < (this.total ?? 0)) void this.#read();
  }

  /** Removes one statement, or all for null. */
  async remove(id: string | null): Promise<void> {
    const removed = await ask(() => this.#bridge.removeSqlStatements({ id }));
    if (removed.ok) await this.find(this.#words);
    else this.failure = removed.failure;
  }

  async #read(): Promise<void> {
    const search = this.#search;
    const start = this.#start;
    this.#reading = true;
    const answer = await ask(() =>
      this.#bridge.findSqlStatements({ words: this.#words, start, count: pageSize }),
    );
    if (search !== this.#search) return;
    this.#reading = false;
    this.failure = answer.ok ? null : answer.failure;
    if (!answer.ok) return;
    const { statements, total } = answer.value;
    this.total = total;
    this.#start = start + pageSize;
    // A new run has moved the other statements down.
    const earlier = start === 0 ? [] : this.statements;
    this.statements = [
      ...earlier,
      ...statements.filter(({ id }) => earlier.every((known) => known.id !== id)),
    ];
  }
}
