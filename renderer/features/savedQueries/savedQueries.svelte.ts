import { compareTexts } from '../../../preload/contract/textOrder.ts';
import type { CallInput, CallValue } from '../../../preload/contract/bridge.ts';
import type { Failure, Result } from '../../../preload/contract/failures.ts';
import type { QueryRun, SavedQuery, savedQueryCalls } from '../../../preload/contract/savedQueries.ts';
import { latestRead } from '../../shell/latestRead.ts';
import { ask, failureOf, type Bridge, type WithBridge } from '../../bridge.ts';
import { count, plural } from '../../format/numbers.ts';
import { perWindow } from '../../shell/perWindow.svelte.ts';

export type ArrivedFile = NonNullable<CallValue<'takeQueryFile'>>;

type SavedQueryBridge = Pick<Bridge, keyof typeof savedQueryCalls | 'onSavedQueriesChanged'>;

export class SavedQueriesState {
  readonly #bridge: SavedQueryBridge;
  readonly #beginRead = latestRead();
  queries = $state.raw<readonly SavedQuery[]>([]);
  runs = $state.raw<readonly QueryRun[]>([]);
  notices = $state.raw<readonly string[]>([]);
  failure = $state.raw<Failure | null>(null);
  /** The last import, until it is undone or dismissed. */
  imported = $state.raw<CallValue<'importSavedQueries'> | null>(null);
  arrived = $state.raw<ArrivedFile | null>(null);

  constructor(bridge: SavedQueryBridge) {
    this.#bridge = bridge;
  }

  start(): () => void {
    void this.read();
    return this.#bridge.onSavedQueriesChanged(() => void this.read());
  }

  async read(): Promise<void> {
    const isLatest = this.#beginRead();
    const result = await ask(() => this.#bridge.listSavedQueries());
    if (!isLatest()) return;
    if (result.ok) {
      this.queries = result.value.queries;
      this.runs = result.value.runs;
      this.notices = result.value.notices;
      this.failure = null;
    } else this.failure = result.failure;
  }

  find(id: string): SavedQuery | undefined {
    return this.queries.find((query) => query.id === id);
  }

  runsOf(id: string): readonly QueryRun[] {
    return this.runs.filter(({ savedQueryId }) => savedQueryId === id);
  }

  readonly folders = $derived(distinct(this.queries.map(({ folder }) => folder)));

  readonly tags = $derived(distinct(this.queries.flatMap(({ tags }) => tags)));

  save(content: CallInput<'saveQuery'>['content'], id?: string): Promise<Result<SavedQuery>> {
    return ask(() => this.#bridge.saveQuery({ content, ...(id === undefined ? {} : { id }) }));
  }

  change(query: SavedQuery, change: Partial<SavedQuery>): Promise<Failure | null> {
    const { id, createdAt: _createdAt, changedAt: _changedAt, ...content } = { ...query, ...change };
    return failureOf(() => this.save(content, id));
  }

  remove(ids: string[]): Promise<Failure | null> {
    return failureOf(() => this.#bridge.removeSavedQueries({ ids }));
  }

  clearRuns(): Promise<Failure | null> {
    return failureOf(() => this.#bridge.clearQueryRuns());
  }

  /** Takes the file that the app was opened with, if any. Returns why it is unreadable. */
  async takeFile(): Promise<Failure | null> {
    const result = await ask(() => this.#bridge.takeQueryFile());
    if (!result.ok) return result.failure;
    if (result.value !== null) this.arrived = result.value;
    return null;
  }

  /** Asks whether to import a file. Returns why it is unreadable, or null. */
  async offer(file: File): Promise<string | null> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const result = await ask(() => this.#bridge.readQueryFile({ bytes }));
    if (!result.ok) return result.failure.message;
    this.arrived = { name: file.name, bytes, ...result.value };
    return null;
  }

  async importFile(bytes: Uint8Array): Promise<string> {
    const result = await this.importBytes(bytes);
    if (!result.ok) return result.failure.message;
    return result.value.errors[0] ?? importedMessage(result.value);
  }

  async importBytes(bytes: Uint8Array): Promise<Result<CallValue<'importSavedQueries'>>> {
    const result = await ask(() => this.#bridge.importSavedQueries({ bytes }));
    if (result.ok && result.value.errors.length === 0) this.imported = result.value;
    return result;
  }

  /** Removes the queries of the last import, except those changed since. */
  async undoImport(): Promise<Failure | null> {
    const added = this.imported?.added ?? [];
    const unchanged = this.queries.filter(
      ({ id, createdAt, changedAt }) => added.includes(id) && createdAt === changedAt,
    );
    const failure = unchanged.length === 0 ? null : await this.remove(unchanged.map(({ id }) => id));
    if (failure === null) this.imported = null;
    return failure;
  }

  exportFile(): Promise<Result<CallValue<'exportSavedQueries'>>> {
    return ask(() => this.#bridge.exportSavedQueries());
  }
}

export function importedMessage({ added, alreadyThere, note }: CallValue<'importSavedQueries'>): string {
  const there = alreadyThere > 0 ? `, ${count(alreadyThere)} were there already` : '';
  return `${plural(added.length, 'view', 'views')} imported${there}. ${note ?? ''}`.trim();
}

export function filledMessage({ path, queries }: NonNullable<CallValue<'exportSavedQueries'>>): string {
  return `${plural(queries, 'view', 'views')} written to ${path}.`;
}

function distinct(names: readonly string[]): string[] {
  const once = [...Map.groupBy(names, (name) => name).keys()];
  return once.filter((name) => name !== '').toSorted((a, b) => compareTexts(a, b));
}

export const savedQueriesOf = perWindow(({ bridge }: WithBridge) => new SavedQueriesState(bridge));
