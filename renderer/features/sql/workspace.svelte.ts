import type { Failure } from '../../../preload/contract/failures.ts';
import {
  sqlLimits,
  type SqlRequest,
  type SqlResult,
  type SqlView,
  type SqlStatement,
} from '../../../preload/contract/sql.ts';
import {
  parameterProblem,
  parametersIn,
  parameterValue,
  placeOfProblem,
  positionOf,
} from '../../../preload/contract/sqlStatement.ts';
import { Later } from '../../shell/later.ts';
import { perWindow } from '../../shell/perWindow.svelte.ts';
import { fullFigure } from '../../format/numbers.ts';
import { dayText, parseDay } from '../../format/typedDates.ts';
import { withDecimalSign, withPlainNumber } from '../../format/typedNumbers.ts';
import { ask, type Bridge, type WithBridge } from '../../bridge.ts';
import type { EditorMemory } from '../../ui/code/editorMemory.ts';
import type { TextProblem } from '../../ui/code/textProblem.ts';
import { ResultRows } from './resultRows.svelte.ts';

export interface ShownResult {
  readonly number: number;
  readonly request: Pick<SqlRequest, 'connectionId' | 'sql' | 'parameters'>;
  readonly result: SqlResult;
  readonly rows: ResultRows;
  readonly view: ResultView;
}

interface RunFailure {
  readonly sql: string;
  readonly failure: Failure;
  /** `line 2, column 5`; null if unknown. */
  readonly position: string | null;
  readonly problem: TextProblem | null;
}

/** Input is stored after this time, so that a crash loses little. */
const saveAfterMs = 500;
/** Parameters of longer texts are searched after a pause: a million characters take 0.1 s. */
const longText = 20_000;

type SqlBridge = Pick<
  Bridge,
  | 'cancelRequest'
  | 'closeSqlResult'
  | 'listSqlViews'
  | 'noteSqlStatement'
  | 'readSqlDraft'
  | 'readSqlRows'
  | 'runSql'
  | 'writeSqlDraft'
>;

const firstStatement = `SELECT name, circulating_market_value_dollar
FROM assets
ORDER BY circulating_market_value_dollar DESC
LIMIT 100`;

/** SQL text, run and results of a connection. They outlive the view; the text outlives the app. */
export class Workspace {
  readonly connectionId: string;
  readonly #bridge: SqlBridge;
  #sql = $state(firstStatement);
  #read = $state(firstStatement);
  /** As `plainEntry` writes them: what they mean does not depend on the settings. */
  #entries = $state.raw<Readonly<Record<string, string>>>({});
  /** The same as they were typed. */
  #typed = $state.raw<Readonly<Record<string, string>>>({});
  readonly #saves = new Later<'draft'>(saveAfterMs);
  readonly #reads = new Later<'parameters'>(saveAfterMs);
  #runs = 0;
  #ticket = $state<string | null>(null);
  #stopped = $state(false);

  /** All tabs share the statement, and what can be undone of it. */
  readonly editor: EditorMemory = {};
  opened = $state(false);
  /** A run was asked for while another goes on, and has not started. True until that one has ended. */
  refused = $state(false);
  storageFailure = $state.raw<Failure | null>(null);
  views = $state.raw<readonly SqlView[]>([]);
  failure = $state.raw<RunFailure | null>(null);
  results = $state.raw<readonly ShownResult[]>([]);
  /** 0 without a result. */
  active = $state(0);
  /** Off at each start: results contain labels and notes only on request. */
  labels = $state(false);
  seconds = $state<number>(sqlLimits.seconds);

  readonly parameters = $derived.by(() => parametersIn(this.#read));
  readonly shown = $derived.by(() => this.results.find(({ number }) => number === this.active));
  readonly #values = $derived.by(() =>
    Object.fromEntries(this.parameters.map((name) => [name, valueOf(this.#plain(name))])),
  );
  /** What the shown result answers, where the text or a parameter is another by now; else null. */
  readonly answered = $derived.by((): string | null => {
    if (this.shown === undefined) return null;
    const { sql, parameters } = this.shown.request;
    const isSameText = sql.trim() === this.#sql.trim();
    if (isSameText && JSON.stringify(parameters) === JSON.stringify(this.#values)) return null;
    const values = Object.entries(parameters).map(
      ([name, value]) =>
        `:${name} = ${typeof value === 'number' ? withDecimalSign(value) : value === null ? 'NULL' : JSON.stringify(value)}`,
    );
    return [...(isSameText ? [] : [sql.trim().slice(0, 1000).replaceAll(/\s+/g, ' ')]), ...values].join(
      ' · ',
    );
  });
  readonly problems = $derived.by((): TextProblem[] => {
    const { failure } = this;
    return failure === null || failure.problem === null || failure.sql !== this.#sql ? [] : [failure.problem];
  });

  constructor(bridge: SqlBridge, connectionId: string) {
    this.#bridge = bridge;
    this.connectionId = connectionId;
    void this.#open();
  }

  get sql(): string {
    return this.#sql;
  }

  set sql(text: string) {
    this.#sql = text;
    if (text.length <= longText) this.#read = text;
    else
      this.#reads.run('parameters', () => {
        this.#read = this.#sql;
      });
    this.#keep();
  }

  #plain(name: string): string {
    return this.#entries[name] ?? '';
  }

  /** Returns a parameter as it was typed, or as the settings write it once they read that text otherwise. */
  entry(name: string): string {
    const typed = this.#typed[name];
    const plain = this.#plain(name);
    return typed !== undefined && plainEntry(typed) === plain ? typed : shownEntry(plain);
  }

  enter(name: string, text: string): void {
    this.#typed = { ...this.#typed, [name]: text };
    this.#entries = { ...this.#entries, [name]: plainEntry(text) };
    this.#keep();
  }

  /** Says what a typed parameter is: a number, a day, or text. Empty for no text. */
  reading(name: string): string {
    const value = this.#values[name] ?? null;
    if (value === null) return '';
    if (typeof value === 'number') return `= ${fullFigure(value)}`;
    if (problemOf(this.#plain(name)) !== null) return 'neither a number nor a day';
    return parseDay(value) === value ? `= ${value}` : 'text';
  }

  get running(): boolean {
    return this.#ticket !== null;
  }

  /** True from the request to stop until the process has ended. */
  get stopping(): boolean {
    return this.#stopped;
  }

  async run(): Promise<void> {
    this.refused = this.running;
    if (this.running) return;
    const sql = this.#sql;
    this.#read = sql;
    const entries = Object.fromEntries(this.parameters.map((name) => [name, this.#plain(name)]));
    const refusal = refusalOf(entries);
    this.failure = refusal === null ? null : failureIn(sql, { code: 'bad-query', message: refusal });
    if (refusal !== null) return;
    const request = { connectionId: this.connectionId, sql, parameters: this.#values };
    const ticket = crypto.randomUUID();
    const at = Date.now();
    this.#ticket = ticket;
    const { seconds, labels } = this;
    const answer = await ask(() => this.#bridge.runSql({ ...request, seconds, labels, ticket }));
    this.#ticket = null;
    this.#stopped = false;
    this.refused = false;
    if (answer.ok) this.#show({ request, result: answer.value });
    else this.failure = failureIn(sql, answer.failure);
    if (sql.trim() === '') return;
    const rows = answer.ok ? answer.value.rows : null;
    const noted = await ask(() => this.#bridge.noteSqlStatement({ sql, entries, at, rows }));
    if (!noted.ok) this.storageFailure = noted.failure;
  }

  /** `running` stays true until the process has ended. */
  stop(): void {
    const ticket = this.#ticket;
    if (ticket === null || this.#stopped) return;
    this.#stopped = true;
    void ask(() => this.#bridge.cancelRequest({ ticket }));
  }

  /** Puts an earlier statement into the editor without running it. */
  recall({ sql, entries }: SqlStatement): void {
    this.#typed = {};
    this.#entries = { ...this.#entries, ...entries };
    this.sql = sql;
  }

  close(number: number): void {
    const index = this.results.findIndex((one) => one.number === number);
    const closed = this.results[index];
    if (closed === undefined) return;
    void ask(() => this.#bridge.closeSqlResult({ resultId: closed.result.resultId }));
    this.results = this.results.filter((one) => one !== closed);
    if (this.active === number) this.active = (this.results[index] ?? this.results.at(-1))?.number ?? 0;
  }

  #show({ request, result }: Pick<ShownResult, 'request' | 'result'>): void {
    this.#runs += 1;
    const number = this.#runs;
    const rows = new ResultRows(this.#bridge, result);
    this.results = [...this.results, { number, request, result, rows, view: new ResultView() }];
    this.active = number;
    const [oldest] = this.results;
    if (this.results.length > sqlLimits.results && oldest !== undefined) this.close(oldest.number);
  }

  async #open(): Promise<void> {
    const [draft, views] = await Promise.all([
      ask(() => this.#bridge.readSqlDraft({ connectionId: this.connectionId })),
      ask(() => this.#bridge.listSqlViews()),
    ]);
    if (draft.ok && draft.value !== null) {
      this.#sql = draft.value.sql;
      this.#read = draft.value.sql;
      this.#entries = draft.value.entries;
    }
    if (views.ok) this.views = views.value.views;
    const failed = [draft, views].find(({ ok }) => !ok);
    if (failed?.ok === false) this.storageFailure = failed.failure;
    this.opened = true;
  }

  /** Stores pending input at once, before the view or window closes. */
  readonly flush = (): void => {
    this.#saves.flush();
  };

  /** Stores the draft after a delay. Further keys do not prolong it. */
  #keep(): void {
    if (this.#saves.has('draft')) return;
    this.#saves.run('draft', () => void this.#save());
  }

  async #save(): Promise<void> {
    const draft = { sql: this.#sql.slice(0, sqlLimits.text), entries: { ...this.#entries } };
    const written = await ask(() => this.#bridge.writeSqlDraft({ connectionId: this.connectionId, draft }));
    this.storageFailure = written.ok ? null : written.failure;
  }
}

/** Numbers as JSON writes them, days in ISO 8601 as in the views, other text unchanged. */
function plainEntry(text: string): string {
  if (text.startsWith('"')) return text;
  const plain = withPlainNumber(text);
  return typeof parameterValue(plain) === 'number' ? plain : (parseDay(plain) ?? plain);
}

function shownEntry(plain: string): string {
  const value = valueOf(plain);
  if (typeof value === 'number') return withDecimalSign(plain);
  if (parseDay(plain) === plain) return dayText(plain);
  // The settings may read text as something else.
  return plainEntry(plain) === plain ? plain : `"${plain}"`;
}

function valueOf(plain: string): string | number | null {
  return plain === '' ? null : parameterValue(plain);
}

/** Digits with points or commas are meant as a number. */
function problemOf(plain: string): string | null {
  if (typeof valueOf(plain) !== 'number' && /^[-−]?\$?\d+[.,][\d.,\s]*$/.test(plain))
    return `“${plain}” is neither a number nor a day. Write it as ${withDecimalSign('1234.5')}, or in straight quotation marks for text.`;
  return parameterProblem(plain);
}

function refusalOf(entries: Readonly<Record<string, string>>): string | null {
  for (const [name, entry] of Object.entries(entries)) {
    const problem = problemOf(entry);
    if (problem !== null) return `The parameter “:${name}” is not used: ${problem}`;
  }
  return null;
}

function failureIn(sql: string, failure: Failure): RunFailure {
  const place = placeOfProblem(sql, failure.message);
  const position = place === null ? null : positionOf(sql, place.from);
  return {
    sql,
    failure,
    position: position === null || failure.message.includes(position) ? null : position,
    problem: place === null ? null : { ...place, message: failure.message },
  };
}

export const workspaceOf = perWindow(
  ({ bridge }: WithBridge, connectionId: string) => new Workspace(bridge, connectionId),
);

export type ResultShape = 'table' | 'chart';

class ResultView {
  shape = $state<ResultShape>('table');
  /** Bars rather than lines for days. */
  bars = $state(false);
}
