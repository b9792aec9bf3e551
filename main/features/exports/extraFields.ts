import { isJsonObject, type Json, type JsonObject } from '../../../preload/contract/json.ts';

interface Leaf {
  readonly path: readonly string[];
  readonly isNumber: boolean;
}

export interface ExtraFound {
  readonly fields: readonly {
    readonly name: string;
    /** Null if there are too many for columns: the field then is one value. */
    readonly leaves: readonly Leaf[] | null;
  }[];
  readonly leftOut: readonly string[];
}

export const noExtraFields: ExtraFound = { fields: [], leftOut: [] };

/** A larger object is a table of its own, such as an address for each name. */
const maxLeaves = 50;
const deepest = 8;
/** Workbooks end at 16,384 columns. */
const maxFields = 250;

/** The further fields of one file, bounded however many names a service sends. */
export class ExtraFields {
  readonly #known: ReadonlySet<string>;
  readonly #fields = new Map<string, Map<string, Leaf> | null>();
  readonly #leftOut = new Set<string>();

  constructor(known: Iterable<string>) {
    this.#known = new Set(known);
  }

  add(record: JsonObject): void {
    for (const name of Object.keys(record)) {
      if (!this.#known.has(name)) this.#addField(name, record[name] ?? null);
    }
  }

  found(): ExtraFound {
    return {
      fields: [...this.#fields].map(([name, leaves]) => ({ name, leaves: leaves && leavesOf(name, leaves) })),
      leftOut: [...this.#leftOut],
    };
  }

  #addField(name: string, value: Json): void {
    if (!this.#fields.has(name)) {
      if (this.#fields.size >= maxFields) {
        if (this.#leftOut.size < maxFields) this.#leftOut.add(name);
        return;
      }
      this.#fields.set(name, new Map());
    }
    const leaves = this.#fields.get(name);
    if (leaves === null || leaves === undefined) return;
    addLeaves(leaves, [name], value);
    if (leaves.size > maxLeaves) this.#fields.set(name, null);
  }
}

/** A field without any value still gets a column. */
function leavesOf(name: string, leaves: ReadonlyMap<string, Leaf>): Leaf[] {
  return leaves.size > 0 ? [...leaves.values()] : [{ path: [name], isNumber: false }];
}

function addLeaves(leaves: Map<string, Leaf>, path: readonly string[], value: Json): void {
  if (value === null || leaves.size > maxLeaves) return;
  const members = isJsonObject(value) && path.length < deepest ? Object.entries(value) : [];
  for (const [name, member] of members) addLeaves(leaves, [...path, name], member);
  if (members.length > 0) return;
  const key = JSON.stringify(path);
  const isNumber = typeof value === 'number' && leaves.get(key)?.isNumber !== false;
  leaves.set(key, { path: [...path], isNumber });
}
