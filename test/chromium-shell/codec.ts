/** Turns values into text and back with the semantics of a structured clone. */
export interface Codec {
  /** Throws `An object could not be cloned.` on functions, symbols and the like, as Electron does. */
  encode(value: unknown): string;
  /** Makes data and nothing else of any text. Throws on text that `encode` does not write. */
  decode(text: string): unknown;
}

/**
 * Makes the codec of the bridge. Runs on both sides: in the world of the preload its source text is evaluated, so it uses nothing
 * from outside itself. A value is first cloned, which settles what crosses (class instances lose their prototype, functions
 * throw). What plain JSON can say is sent as JSON; anything else as a list of nodes that refer to each other by index,
 * which keeps cycles and shared objects. What a text may become is a fixed list: no name in it is looked up anywhere.
 */
export function makeCodec(): Codec {
  type Reference = number;
  const cannotClone = 'An object could not be cloned.';
  const unreadable = 'The text is not one of the codec.';
  /** Values that JSON cannot say, written as negative references: -1, -2, … */
  const special: readonly unknown[] = [undefined, NaN, Infinity, -Infinity, -0];
  const hole = -1 - special.length;

  type View = new (buffer: ArrayBuffer, offset: number, size: number) => ArrayBufferView;
  const views: ReadonlyMap<string, View> = new Map<string, View>([
    ['Int8Array', Int8Array],
    ['Uint8Array', Uint8Array],
    ['Uint8ClampedArray', Uint8ClampedArray],
    ['Int16Array', Int16Array],
    ['Uint16Array', Uint16Array],
    ['Int32Array', Int32Array],
    ['Uint32Array', Uint32Array],
    ['Float32Array', Float32Array],
    ['Float64Array', Float64Array],
    ['BigInt64Array', BigInt64Array],
    ['BigUint64Array', BigUint64Array],
    ['DataView', DataView],
  ]);

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
        const kind = tagOf(value);
        if (!views.has(kind)) throw new Error(cannotClone);
        return ['View', kind, refer(value.buffer), value.byteOffset, size];
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
    const whole: unknown = JSON.parse(text);
    if (!Array.isArray(whole) || !Array.isArray(whole[1])) throw new Error(unreadable);
    const [root, nodes] = whole as [unknown, unknown[]];
    const made = new Map<Reference, unknown>();
    const keep = <Value>(reference: Reference, value: Value): Value => {
      made.set(reference, value);
      return value;
    };
    const textOf = (part: unknown): string => {
      if (typeof part !== 'string') throw new Error(unreadable);
      return part;
    };
    const numberOf = (part: unknown): number => {
      if (typeof part !== 'number') throw new Error(unreadable);
      return part;
    };
    const resolve = (part: unknown): unknown => {
      const index: Reference = numberOf(part);
      if (index < 0 && index > hole) return special[-1 - index];
      if (made.has(index)) return made.get(index);
      if (!(index in nodes)) throw new Error(unreadable);
      return build(index);
    };
    const build = (index: Reference): unknown => {
      const node = nodes[index];
      if (!Array.isArray(node)) return node;
      const [tag, ...parts] = node as unknown[];
      switch (tag) {
        case 'BigInt':
          return BigInt(textOf(parts[0]));
        case 'Date':
          return keep(index, new Date(parts[0] === null ? NaN : numberOf(parts[0])));
        case 'RegExp':
          return keep(index, new RegExp(textOf(parts[0]), textOf(parts[1])));
        case 'Box':
          return keep(index, Object(resolve(parts[0])));
        case 'ArrayBuffer':
          return keep(
            index,
            Uint8Array.from(atob(textOf(parts[0])), (letter) => letter.charCodeAt(0)).buffer,
          );
        case 'View': {
          const View = views.get(textOf(parts[0]));
          const buffer = resolve(parts[1]);
          if (View === undefined || !(buffer instanceof ArrayBuffer)) throw new Error(unreadable);
          return keep(index, new View(buffer, numberOf(parts[2]), numberOf(parts[3])));
        }
        case 'Error': {
          const [name, message, stack] = parts.map(textOf);
          const error = keep(index, new Error(message));
          return Object.defineProperties(error, { name: { value: name }, stack: { value: stack } });
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
        case 'Object': {
          const object = keep(index, {} as Record<string, unknown>);
          for (let at = 0; at < parts.length; at += 2) {
            const property = {
              value: resolve(parts[at + 1]),
              writable: true,
              enumerable: true,
              configurable: true,
            };
            Object.defineProperty(object, textOf(parts[at]), property);
          }
          return object;
        }
        default:
          throw new Error(unreadable);
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
      if (text.startsWith('j')) return JSON.parse(text.slice(1)) as unknown;
      if (text.startsWith('n')) return restore(text.slice(1));
      throw new Error(unreadable);
    },
  };
}
