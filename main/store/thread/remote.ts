import {
  parseRecords,
  withRecords,
  type ReadableRecords,
  type RecordsText,
  type ResourceRecord,
} from '../../../preload/contract/recordsText.ts';

export interface Shape {
  readonly [name: string]: true | Shape;
}

/**
 * An object of another thread: each method returns a promise, and the methods in `Cancellable` take an
 * `AbortSignal` last. Records that cross as text are parsed when read.
 */
export type Remote<Of, Cancellable extends string = never> = {
  readonly [Name in keyof Of]: Of[Name] extends (...args: infer Args) => infer Value
    ? (
        ...args: Name extends Cancellable ? [...Args, signal?: AbortSignal] : Args
      ) => Promise<WithRecords<Awaited<Value>>>
    : Remote<Of[Name], Cancellable>;
};

type WithRecords<Value> = Value extends RecordsText
  ? Value & ReadableRecords
  : Value extends { recordText: string }
    ? Omit<Value, 'recordText'> & { record: ResourceRecord }
    : Value;

export function shapeOf(object: object): Shape {
  const shape: Record<string, true | Shape> = {};
  for (const name of Object.keys(object)) {
    const value: unknown = Reflect.get(object, name);
    if (typeof value === 'function') shape[name] = true;
    else if (typeof value === 'object' && value !== null) shape[name] = shapeOf(value);
  }
  return shape;
}

export function makeRemote<Of, Cancellable extends string = never>(
  shape: Shape,
  send: (path: readonly string[], args: readonly unknown[]) => Promise<unknown>,
): Remote<Of, Cancellable> {
  const methods = (inner: Shape, path: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(inner).map(([name, value]): [string, unknown] => {
        const at = [...path, name];
        if (value !== true) return [name, methods(value, at)];
        return [name, async (...args: unknown[]) => readable(await send(at, args))];
      }),
    );
  // `shapeOf` made the shape from an object of this type on the other thread.
  return methods(shape, []) as Remote<Of, Cancellable>;
}

function readable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isRecordsText(value)) return withRecords(value);
  if ('recordText' in value && typeof value.recordText === 'string') {
    const { recordText, ...rest } = value;
    return { ...rest, record: parseRecords(`[${recordText}]`)[0] };
  }
  return value;
}

function isRecordsText(value: object): value is RecordsText {
  return 'recordsText' in value && typeof value.recordsText === 'string';
}

/** @throws Error if the cache of this id is not open */
export function openCacheOf<T>(opened: ReadonlyMap<string, T>, id: string): T {
  const found = opened.get(id);
  if (found === undefined) throw new Error(`The cache “${id}” is not open.`);
  return found;
}
