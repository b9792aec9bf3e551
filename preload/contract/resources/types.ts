import type { Unit } from '../units.ts';

/**
 * - `id`: digits or text, compared as text.
 * - `text`, `url`, `color`, `address`, `hash`: strings, compared exactly.
 * - `date`: a UTC day. `datetime`: an ISO 8601 instant.
 * - `metric`: compared by its `val`.
 * - `id-list`, `text-list`: queried with `includes`; ids also with `equals` and `in`.
 * - `object`, `object-list`: neither filtered nor sorted.
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
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly unit?: Unit;
  readonly group: FieldGroup;
  readonly filterable: boolean;
  readonly sortable: boolean;
  readonly searchable: boolean;
  readonly description: string;
  /** The resource that its ids belong to. */
  readonly link?: string;
  /** Records overlap, so their counts do not add up. */
  readonly overlapping?: boolean;
  /** Positive figures show a plus sign. */
  readonly signed?: boolean;
  /** Documented but never seen with a value. */
  readonly unseen?: boolean;
  /** Can be queried but is no member of records. */
  readonly derived?: boolean;
  /** Path in a record, such as `['protocol', 'slug']`; `*` stands for every element. See `fieldValue.ts`. */
  readonly path?: readonly string[];
  /** A field of another record, in `resource`, whose id is this record's `idField`. */
  readonly via?: { readonly resource: string; readonly idField: string; readonly field: string };
}

export interface Resource {
  readonly name: string;
  readonly path: string;
  readonly label: string;
  readonly singular: string;
  readonly description: string;
  readonly hasRecordEndpoint: boolean;
  readonly defaultSort: { readonly field: string; readonly direction: 'asc' | 'desc' };
  readonly defaultPerPage: number;
  readonly titleField: string;
  readonly fields: readonly Field[];
  readonly defaultColumns: readonly string[];
  readonly related: readonly {
    readonly resource: string;
    readonly field: string;
    readonly label: string;
  }[];
  /** Related through records of `through` and their `throughField`. The service has no such filter. */
  readonly relatedThrough?: readonly {
    readonly resource: string;
    readonly field: string;
    readonly through: string;
    readonly throughField?: string;
    readonly label: string;
  }[];
}
