export interface PageContextBridge {
  exposeInMainWorld(apiKey: string, api: unknown): void;
}

/**
 * `contextBridge` in the page. Evaluated there as text, so it uses nothing from outside itself. What passes is copied
 * in both directions as Electron does between its two worlds: functions and promises are proxied, errors keep their
 * message only, class instances lose their prototype, anything else is cloned. The shell has one world, so this
 * keeps what the page is given from changing the preload's objects, and no more.
 */
export function makeContextBridge(): PageContextBridge {
  const page = globalThis as unknown as Record<string, unknown>;
  const deepest = 1000;

  const pass = (value: unknown, depth: number, seen: Map<unknown, unknown>): unknown => {
    if (depth > deepest) {
      throw new Error(
        'Electron contextBridge recursion depth exceeded. Nested objects deeper than 1000 are not supported.',
      );
    }
    if (typeof value === 'function') return passFunction(value as (...args: unknown[]) => unknown);
    if (typeof value !== 'object' || value === null)
      return typeof value === 'symbol' ? structuredClone(value) : value;
    const before = seen.get(value);
    if (before !== undefined) return before;
    if (value instanceof Promise) {
      return value.then(
        (result: unknown) => pass(result, 0, new Map()),
        (reason: unknown) => Promise.reject(passError(reason)),
      );
    }
    if (value instanceof Error) return passError(value);
    const isArray = Array.isArray(value);
    if (!isArray && Object.prototype.toString.call(value) !== '[object Object]')
      return structuredClone(value);
    const copy: Record<string, unknown> | unknown[] = isArray ? [] : {};
    seen.set(value, copy);
    for (const [key, member] of Object.entries(value)) Reflect.set(copy, key, pass(member, depth + 1, seen));
    return copy;
  };

  const passError = (reason: unknown): unknown =>
    reason instanceof Error ? new Error(reason.message) : pass(reason, 0, new Map());

  const passFunction =
    (original: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      const passed = args.map((arg) => pass(arg, 0, new Map()));
      try {
        return pass(original(...passed), 0, new Map());
      } catch (reason) {
        throw passError(reason);
      }
    };

  const freeze = (value: unknown): void => {
    if (
      (typeof value !== 'object' && typeof value !== 'function') ||
      value === null ||
      Object.isFrozen(value)
    )
      return;
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  };

  return {
    exposeInMainWorld(apiKey, api) {
      if (Object.hasOwn(page, apiKey)) {
        throw new Error(`Cannot bind an API on top of an existing property on the window object: ${apiKey}`);
      }
      const copy = pass(api, 0, new Map());
      freeze(copy);
      Object.defineProperty(page, apiKey, {
        value: copy,
        writable: false,
        configurable: false,
        enumerable: true,
      });
    },
  };
}
