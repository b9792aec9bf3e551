import type { Failure } from '../../../preload/contract/failures.ts';
import type { SqlStatement } from '../../../preload/contract/sql.ts';
import { ask, type Bridge } from '../../bridge.ts';

const pageSize = 50;

export class StatementHistory {
  readonly #bridge: Pick<Bridge, 'findSqlStatements' | 'removeSqlStatements'>;
  #words = '';
  #start = 0;
  /** Increases with each search, so that answers to earlier ones are dropped. */
  #search = 0;
  #reading = false;

  statements = $state.raw<readonly SqlStatement[]>([]);
  total = $state<number | null>(null);
  failure = $state.raw<Failure | null>(null);

  constructor(bridge: Pick<Bridge, 'findSqlStatements' | 'removeSqlStatements'>) {
    this.#bridge = bridge;
  }

  /** Finds statements with all of the words, newest first. */
  find(words: string): Promise<void> {
    this.#words = words;
    this.#start = 0;
    this.#search += 1;
    return this.#read();
  }

  more(): void {
    if (!this.#reading && this.#start < (this.total ?? 0)) void this.#read();
  }

  /** Null removes all. */
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
    // A new run has shifted the other statements.
    const earlier = start === 0 ? [] : this.statements;
    this.statements = [
      ...earlier,
      ...statements.filter(({ id }) => earlier.every((known) => known.id !== id)),
    ];
  }
}
