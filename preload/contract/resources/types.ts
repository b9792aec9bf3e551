import type { Unit } from '../units.ts';

/**
 * How a field is stored, compared and shown.
 *
 * - `id`: identifier; digits or text, compared by its text. `link` may name the resource it points to.
 * - `text`, `url`, `color`, `address` (on-chain), `hash` (transaction): strings, compared exactly.
 * - `integer`, `number`, `boolean`.
 * - `date`: a calendar day, compared by UTC day. `datetime`: an instant, ISO 8601.
 * - `metric`: a metric object, compared by its `val`.
 * - `id-list`, `text-list`: arrays of scalars, queried with `includes`; of identifiers, `equals` and `in` ask for one element, too.
 * - `object`, `object-list`: nested, shown but neither filtered nor sorted.
 */
const fieldTypes = [
  'id',
  'text',
  'url',
  'color',
  'address',
  'hash',
  'integer',
  'number',
  'boolean',
  'date',
  'datetime',
  'metric',
  'id-list',
  'text-list',
  'object',
  'object-list',
] as const;

export type FieldType = (typeof fieldTypes)[number];

/** The heading under which a record's field stands. */
export type FieldGroup =
  | 'Identity'
  | 'Classification'
  | 'Parties'
  | 'Networks and tokens'
  | 'Value at market price'
  | 'Value at net asset value'
  | 'Price and supply'
  | 'Performance'
  | 'Holders and activity'
  | 'Transfers'
  | 'Mints and burns'
  | 'Bridges'
  | 'Credit'
  | 'Terms'
  | 'Primary market'
  | 'Legal'
  | 'Transparency'
  | 'Record';

export interface Field {
  /** As the service names it. */
  readonly name: string;
  /** As an analyst calls it, sentence case. */
  readonly label: string;
  readonly type: FieldType;
  /** Only for numbers and metrics. */
  readonly unit?: Unit;
  readonly group: FieldGroup;
  readonly filterable: boolean;
  readonly sortable: boolean;
  /** Part of a text search. */
  readonly searchable: boolean;
  /** The written definition: one or two sentences, ends with a full stop. */
  readonly description: string;
  /** The name of the resource whose records this identifier (or list of identifiers) points to. */
  readonly link?: string;
  /** Of a count: records count some of the same things, so that their counts do not add up. */
  readonly overlapping?: boolean;
  /** Of a change: positive figures carry a plus sign. */
  readonly signed?: boolean;
  /** The service documents the name, and has not been seen to fill it. */
  readonly unseen?: boolean;
  /** Queried by this name, and no member of records: it stands for a nested member, or for one of another record. */
  readonly derived?: boolean;
  /**
   * Where records hold it that have no member of its name, such as `['protocol', 'slug']`; `*` stands for every element of a list.
   * See `fieldValue.ts`.
   */
  readonly path?: readonly string[];
  /** The field of another record that holds it: the one of `resource` whose id is this record's `idField`. */
  readonly via?: { readonly resource: string; readonly idField: string; readonly field: string };
}

export interface Resource {
  /** The last part of its path. */
  readonly name: string;
  /** Path of the list, for example `/v4/assets`. */
  readonly path: string;
  /** Plural, sentence case. */
  readonly label: string;
  readonly singular: string;
  /** One sentence on what a record is. */
  readonly description: string;
  /** True where `path/{id}` answers one record. */
  readonly hasRecordEndpoint: boolean;
  readonly defaultSort: { readonly field: string; readonly direction: 'asc' | 'desc' };
  readonly defaultPerPage: number;
  /** The field that names a record to a reader. */
  readonly titleField: string;
  readonly fields: readonly Field[];
  /** The columns of the grid before the user chooses, in order. */
  readonly defaultColumns: readonly string[];
  /** Resources related to a record of this one: those records whose `field` holds (or includes) this record's id. */
  readonly related: readonly {
    readonly resource: string;
    readonly field: string;
    readonly label: string;
  }[];
  /**
   * Resources that are related by way of another: those records whose `field` is the id, or the `throughField`, of a record of
   * `through` that is itself related to this one. The service has no filter for it.
   */
  readonly relatedThrough?: readonly {
    readonly resource: string;
    readonly field: string;
    readonly through: string;
    readonly throughField?: string;
    readonly label: string;
  }[];
}
