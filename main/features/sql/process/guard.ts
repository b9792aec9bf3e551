import type { constants, DatabaseSync } from 'node:sqlite';
import { StatementRefused } from '../../../../preload/contract/sqlStatement.ts';

export interface GuardOptions {
  /** Name of the attached cache. It is random, so only views reach a table. */
  readonly schema: string;
  /** The views that read tables, each with the view before it; their names are random too. */
  readonly inner: ReadonlyMap<string, string>;
  /** Names that hide tables without a view: SQLite resolves an unqualified name there first. */
  readonly barred: ReadonlySet<string>;
  readonly modules: ReadonlySet<string>;
  readonly views: { has(name: string): boolean };
  readonly constants: typeof constants;
}

/** SQLite functions that a statement may call: each depends on its arguments alone. */
const functions: ReadonlySet<string> = new Set(
  `-> ->> abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling char coalesce concat concat_ws cos cosh count cume_dist
  current_date current_time current_timestamp date datetime degrees dense_rank exp first_value floor format glob group_concat
  hex if ifnull iif instr json json_array json_array_length json_error_position json_extract json_group_array
  json_group_object json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set json_type
  json_valid julianday lag last_value lead length like likelihood likely ln log log10 log2 lower ltrim max median min mod
  nth_value ntile nullif octet_length percent_rank percentile percentile_cont percentile_disc pi pow power printf quote radians
  random randomblob rank replace round row_number rtrim sign sin sinh sqlite_version sqrt strftime string_agg substr substring
  subtype sum tan tanh text_key time timediff total trim trunc typeof unhex unicode unixepoch unlikely upper zeroblob`.split(
    /\s+/,
  ),
);

const tableFunctions: ReadonlySet<string> = new Set(['json_each', 'json_tree']);

/**
 * Guards a connection: from here on a statement may only read views. SQLite's authorizer names the view of
 * each action, but a subquery can take any name, so only random names count.
 * @returns the views that the statement reads with their columns, and the first refused action
 */
export function guard(
  database: DatabaseSync,
  { schema, inner, barred, modules, views, constants }: GuardOptions,
): {
  readonly reads: ReadonlyMap<string, ReadonlySet<string>>;
  readonly refusal: () => StatementRefused | null;
} {
  const reads = new Map<string, Set<string>>();
  let refused: StatementRefused | null = null;

  const refuse = (sentence: string): number => {
    refused ??= new StatementRefused(sentence);
    return constants.SQLITE_DENY;
  };

  function read(table: string, column: string, owner: string | null, within: string | null): number {
    if (barred.has(table)) return refuse(noTable(within ?? table));
    // A view is read through its inner view, even if only counted.
    const counted = inner.get(table);
    if (counted !== undefined) addTo(reads, counted);
    if (owner === 'temp' && views.has(table)) addTo(reads, table).add(column);
    else if (
      !isCounted(column, owner) &&
      !isBehindView(table, within) &&
      !isOfStatement(table, column, owner)
    )
      return refuse(noTable(table));
    return constants.SQLITE_OK;
  }

  function isCounted(column: string, owner: string | null): boolean {
    return column === '' && owner === schema;
  }

  function isBehindView(table: string, within: string | null): boolean {
    return inner.has(table) || (within !== null && inner.has(within));
  }

  function isOfStatement(table: string, column: string, owner: string | null): boolean {
    const name = table.toLowerCase();
    if (tableFunctions.has(name)) return owner === null || owner === 'main';
    return column === '' && owner === null && !modules.has(name) && !/^(?:sqlite|pragma)_/.test(name);
  }

  database.setAuthorizer((action, first, second, owner, within) => {
    switch (action) {
      case constants.SQLITE_SELECT:
      case constants.SQLITE_RECURSIVE:
        return constants.SQLITE_OK;
      case constants.SQLITE_READ:
        return read(first ?? '', second ?? '', owner, within);
      case constants.SQLITE_FUNCTION: {
        const name = second ?? '';
        if (functions.has(name.toLowerCase())) return constants.SQLITE_OK;
        if (within !== null && inner.has(within)) return constants.SQLITE_OK;
        return refuse(`The function “${name}” is not available.`);
      }
      default:
        return refuse(
          'Only reading is possible: the statement changes something or reaches outside the views.',
        );
    }
  });
  return { reads, refusal: () => refused };
}

function noTable(table: string): string {
  return `There is no view “${table}”. \`rwa-explorer sql --views\` lists the views and their columns.`;
}

function addTo(map: Map<string, Set<string>>, view: string): Set<string> {
  const columns = map.get(view) ?? new Set();
  map.set(view, columns);
  return columns;
}
