import type { Query } from '../../preload/contract/query.ts';
import type { ExportFormat, ExportOptions } from '../../preload/contract/exports.ts';
import type { AggregateResource } from '../../preload/contract/metadata.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import type { MirrorAddress } from '../../preload/contract/mirrors.ts';
import type { ScheduleContent } from '../../preload/contract/schedules.ts';
import type { Services } from '../services.ts';

/** Where a command works: every command that asks or reads has these. */
export interface SharedOptions {
  readonly baseUrl?: string | undefined;
  readonly userDataDir?: string | undefined;
  /** The file that holds the key. */
  readonly keyFile?: string | undefined;
  readonly offline: boolean;
}

/** Files with values that the records must have. */
export interface ListOptions {
  /** Transactions from or to these. */
  readonly wallets?: string | undefined;
  readonly in: readonly { readonly field: string; readonly file: string }[];
}

/** How a command that may answer from the cache does. */
export interface AnswerOptions {
  /** The service's answer, never a cached one. */
  readonly fresh: boolean;
}

/** `query RESOURCE …`, checked. All pages are always fetched. */
export interface QueryTask extends SharedOptions, ListOptions, AnswerOptions {
  readonly do: 'query';
  readonly resource: ResourceName;
  readonly query: Query;
  /** Fields and computed columns; all fields where it is empty. */
  readonly columns: readonly string[];
  /** Every page instead of one. */
  readonly all: boolean;
  readonly format: ExportFormat;
  readonly formulas: ExportOptions['formulas'];
  /** The file to write; undefined for the standard output. */
  readonly out?: string | undefined;
  /** Whether an existing file may be replaced. */
  readonly force: boolean;
}

export interface RecordTask extends SharedOptions, AnswerOptions {
  readonly do: 'record';
  readonly resource: ResourceName;
  readonly id: string;
}

export interface MetaTask extends SharedOptions, AnswerOptions {
  readonly do: 'meta';
  readonly resource: ResourceName;
}

export interface FigureTask extends SharedOptions, AnswerOptions {
  readonly do: 'aggregate' | 'timeseries';
  readonly resource: AggregateResource;
  readonly query: Query;
  readonly out?: string | undefined;
  readonly force: boolean;
  readonly format: ExportFormat;
  readonly formulas: ExportOptions['formulas'];
  readonly shape: 'long' | 'wide';
}

export interface SearchTask extends SharedOptions, AnswerOptions {
  readonly do: 'search';
  readonly text: string;
  readonly limit: number;
  readonly resources: readonly ResourceName[];
}

export interface ExportTask extends SharedOptions, ListOptions {
  readonly do: 'export';
  readonly resource: ResourceName;
  readonly query: Query;
  readonly out: string;
  readonly format: ExportFormat;
  readonly columns: readonly string[];
  readonly ids: readonly string[];
  readonly cached: boolean;
  readonly force: boolean;
  /** Where the description of a folder is written; undefined for the app's own folder. */
  readonly description?: string | undefined;
  readonly options: ExportOptions;
}

export interface SqlTask extends SharedOptions {
  readonly do: 'sql';
  readonly statement?: string | undefined;
  /** Where the statement is read from; `-` for the standard input. */
  readonly file?: string | undefined;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly seconds: number;
  readonly labels: boolean;
  readonly format: ExportFormat;
  readonly formulas: ExportOptions['formulas'];
  readonly out?: string | undefined;
  readonly force: boolean;
}

export interface SqlViewsTask {
  readonly do: 'sql-views';
  readonly view?: string | undefined;
}

export interface VerifyTask {
  readonly do: 'verify';
  readonly file: string;
}

export interface SyncTask extends SharedOptions, ListOptions {
  readonly do: 'sync';
  readonly resource: ResourceName;
  readonly query: Query;
  /** Whether what the service no longer has is removed, however much it is. */
  readonly acceptRemovals: boolean;
}

/** `every` in minutes. */
export interface MirrorTask extends SharedOptions {
  readonly do: 'mirror';
  /** A resource, or the name of a saved view; undefined for every resource. */
  readonly subject: string | undefined;
  readonly query: Query;
  readonly to: MirrorAddress;
  readonly plan: boolean;
  readonly days: number;
  /** Without it, what was copied once is not read again but for the latest days. */
  readonly history?: 'all' | undefined;
  readonly numbers: 'numeric' | 'double';
  readonly acceptRemovals: boolean;
  readonly follow: boolean;
  readonly every: number;
}

export interface CacheTask extends SharedOptions {
  readonly do: 'cache-info' | 'cache-open' | 'cache-clear';
}

/** `list`: names or ids; all that are on where it is empty. */
export interface WatchTask extends SharedOptions {
  readonly do: 'watch-check';
  readonly list: readonly string[];
}

/** `watch`: until it is stopped. */
export interface ScheduleTask extends SharedOptions {
  readonly do: 'schedule-run';
  readonly watch: boolean;
  /** Gets the line of each run that failed on its standard input. */
  readonly onFailure?: string | undefined;
  /** The file to which the line of each run is added. */
  readonly log?: string | undefined;
}

/** `name`: that of a new schedule, else the name or id of one that is there. */
export interface ScheduleSaveTask extends SharedOptions {
  readonly do: 'schedule-add' | 'schedule-edit';
  readonly name: string;
  readonly change: Partial<Pick<ScheduleContent, 'name' | 'times' | 'on' | 'waitMinutes' | 'late'>>;
  readonly work?: ExportTask | SyncTask | undefined;
}

export interface ScheduleRemoveTask extends SharedOptions {
  readonly do: 'schedule-remove';
  readonly name: string;
}

export interface ScheduleListTask extends SharedOptions {
  readonly do: 'schedule-list';
}

export interface KeyTask extends SharedOptions {
  readonly do: 'key-set' | 'key-clear' | 'key-status';
}

export interface SampleTask {
  readonly do: 'serve-sample';
  readonly args: readonly string[];
}

export interface RestoreTask {
  readonly do: 'restore';
  readonly userDataDir?: string | undefined;
  readonly list: boolean;
  readonly copy?: string | undefined;
}

/** What a command is to do. */
export type Task =
  | QueryTask
  | RecordTask
  | MetaTask
  | FigureTask
  | SearchTask
  | ExportTask
  | SqlTask
  | SqlViewsTask
  | VerifyTask
  | SyncTask
  | MirrorTask
  | CacheTask
  | WatchTask
  | ScheduleTask
  | ScheduleSaveTask
  | ScheduleRemoveTask
  | ScheduleListTask
  | KeyTask
  | SampleTask
  | RestoreTask;

/** What a task works with that needs the services of the app. */
export interface TaskEnvironment {
  readonly services: Services;
  /** True where a key is given beside that of the keychain. */
  readonly hasKey: boolean;
  readonly signal: AbortSignal;
}
