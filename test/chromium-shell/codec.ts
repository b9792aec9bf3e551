/** Turns values into text and back with the semantics of a structured clone. */
export interface Codec {
  /** Throws `An object could not be cloned.` on functions, symbols and the like, as Electron does. */
  encode(value: unknown): string;
  decode(text: string): unknown;
}

/**
 * Makes the codec of the bridge. Runs on both sides: in the page its source text is evaluated, so it uses nothing from
 * outside itself. A value is first cloned, which settles what crosses (class instances lose their prototype, functions
 * throw). What plain JSON can say is sent as JSON; anything else as a list of nodes that refer to each other by index,
 * which keeps cycles and shared objects.
 */
export function makeCodec(): Codec {
  type Reference = number;
  const cannotClone = 'An object could not be cloned.';
  /** Values that JSON cannot say, written as negative references: -1, -2, … */
  const special: readonly unknown[] = [undefined, NaN, Infinity, -Infinity, -0];
  const hole = -1 - special.length;

  const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

  const isPlain = (value: unknown, seen: Set<object>): boolean => {
    if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
    if (typeof value !== 'object' || value === null)
      return value === null || ['string', 'boolean'].includes(typeof value);
    if (seen.has(value)) return false;
    seen.add(value);
    if (Array.isArray(value)) {
      // `every` passes over holes, but a list with holes has fewer keys than places.
      return value.every((one) => isPlain(one, seen)) && Object.keys(value).length === value.length;
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return false;
    for (const key in value) {
      if (key === '__proto__' || key === 'toJSON' || !isPlain((value as Record<string, unknown>)[key], seen))
        return false;
    }
    return true;
  };

  const toBase64 = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  };

  const flatten = (root: unknown): string => {
    const nodes: unknown[] = [];
    const known = new Map<unknown, Reference>();
    const refer = (value: unknown): Reference => {
      const at = special.findIndex((one) => Object.is(one, value));
      if (at >= 0) return -1 - at;
      const before = known.get(value);
      if (before !== undefined) return before;
      const reference = nodes.push(null) - 1;
      known.set(value, reference);
      nodes[reference] = describe(value);
      return reference;
    };
    const describe = (value: unknown): unknown => {
      if (typeof value === 'bigint') return ['BigInt', String(value)];
      if (typeof value !== 'object' || value === null) return value;
      if (value instanceof ArrayBuffer) return ['ArrayBuffer', toBase64(new Uint8Array(value))];
      if (ArrayBuffer.isView(value)) {
        const size = value instanceof DataView ? value.byteLength : (value as Uint8Array).length;
        return ['View', tagOf(value), refer(value.buffer), value.byteOffset, size];
      }
      const tag = tagOf(value);
      if (value instanceof Date) return [tag, value.getTime()];
      if (value instanceof RegExp) return [tag, value.source, value.flags];
      if (value instanceof Map) return [tag, ...[...value].flat().map(refer)];
      if (value instanceof Set) return [tag, ...[...value].map(refer)];
      if (value instanceof Error) return [tag, value.name, value.message, value.stack ?? ''];
      if (value instanceof Number || value instanceof String || value instanceof Boolean)
        return ['Box', refer(value.valueOf())];
      if (Array.isArray(value))
        return [tag, ...Array.from(value, (one, index) => (index in value ? refer(one) : hole))];
      if (tag !== 'Object') throw new Error(cannotClone);
      return [tag, ...Object.entries(value).flatMap(([key, one]) => [key, refer(one)])];
    };
    return JSON.stringify([refer(root), nodes]);
  };

  const restore = (text: string): unknown => {
    const [root, nodes] = JSON.parse(text) as [Reference, unknown[]];
    const made = new Map<Reference, unknown>();
    const keep = <Value>(reference: Reference, value: Value): Value => {
      made.set(reference, value);
      return value;
    };
    const resolve = (reference: unknown): unknown => {
      const index = reference as Reference;
      if (index < 0) return special[-1 - index];
      return made.has(index) ? made.get(index) : build(index);
    };
    const build = (index: Reference): unknown => {
      const node = nodes[index];
      if (!Array.isArray(node)) return node;
      const [tag, ...parts] = node as [string, ...unknown[]];
      const text = parts as string[];
      switch (tag) {
        case 'BigInt':
          return BigInt(text[0] ?? '');
        case 'Date':
          return keep(index, new Date(parts[0] === null ? NaN : (parts[0] as number)));
        case 'RegExp':
          return keep(index, new RegExp(text[0] ?? '', text[1]));
        case 'Box':
          return keep(index, Object(resolve(parts[0])));
        case 'ArrayBuffer':
          return keep(index, Uint8Array.from(atob(text[0] ?? ''), (letter) => letter.charCodeAt(0)).buffer);
        case 'View': {
          const [kind, buffer, offset, size] = parts as [string, Reference, number, number];
          const View = (globalThis as unknown as Record<string, Uint8ArrayConstructor>)[kind] ?? Uint8Array;
          return keep(index, new View(resolve(buffer) as ArrayBuffer, offset, size));
        }
        case 'Error': {
          const error = keep(index, new Error(text[1]));
          return Object.defineProperties(error, { name: { value: text[0] }, stack: { value: text[2] } });
        }
        case 'Map': {
          const map = keep(index, new Map<unknown, unknown>());
          for (let at = 0; at < parts.length; at += 2) map.set(resolve(parts[at]), resolve(parts[at + 1]));
          return map;
        }
        case 'Set': {
          const set = keep(index, new Set<unknown>());
          for (const part of parts) set.add(resolve(part));
          return set;
        }
        case 'Array': {
          const array = keep(index, new Array<unknown>(parts.length));
          parts.forEach((part, at) => {
            if (part !== hole) array[at] = resolve(part);
          });
          return array;
        }
        default: {
          const object = keep(index, {} as Record<string, unknown>);
          for (let at = 0; at < parts.length; at += 2) {
            const property = {
              value: resolve(parts[at + 1]),
              writable: true,
              enumerable: true,
              configurable: true,
            };
            Object.defineProperty(object, text[at] ?? '', property);
          }
          return object;
        }
      }
    };
    return resolve(root);
  };

  return {
    encode(value) {
      let copy: unknown;
      try {
        copy = structuredClone(value);
      } catch {
        throw new Error(cannotClone);
      }
      return isPlain(copy, new Set()) ? `j${JSON.stringify(copy)}` : `n${flatten(copy)}`;
    },
    decode(text) {
      return text.startsWith('j') ? (JSON.parse(text.slice(1)) as unknown) : restore(text.slice(1));
    },
  };
}
