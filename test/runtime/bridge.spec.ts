import { expect, ready, test } from './runtimeApp.ts';

/** What passes between the page and its preload. docs/api/context-bridge.md; shell/renderer/api/electron_api_context_bridge.cc. */

test.beforeEach(({ app }) => ready(app));

test('page and preload have worlds of their own, whose objects do not meet', async ({ app }) => {
  // docs/tutorial/context-isolation.md
  const seen = await app.window.evaluate(() => ({
    pageSeenByPreload: globalThis.runtime.seesPageNow(),
    kinds: [new Map(), new Date(), new Uint8Array(1)].map((value) => globalThis.runtime.kindOf(value)),
    // What arrives is made anew in the other world: it is an instance of that world's classes.
    mine: [new Map(), new Date(), new Uint8Array(1)].map((value) => globalThis.runtime.isMine(value)),
    yours: [
      globalThis.runtime.give.map() instanceof Map,
      globalThis.runtime.give.date() instanceof Date,
      globalThis.runtime.give.bytes() instanceof Uint8Array,
      globalThis.runtime.give.error() instanceof Error,
    ],
  }));
  expect(seen).toEqual({
    pageSeenByPreload: 'undefined',
    kinds: ['[object Map]', '[object Date]', '[object Uint8Array]'],
    mine: [true, true, true],
    yours: [true, true, true, true],
  });
});

test('values pass as copies: maps, dates, bytes, nothing, big numbers, rings and twins', async ({ app }) => {
  // `PassValueToOtherContextInner`; docs/api/context-bridge.md, "Parameter / Error / Return Type support"
  const seen = await app.window.evaluate(() => {
    const { give } = globalThis.runtime;
    const map = give.map() as Map<string, number>;
    const nested = give.nested() as { list: unknown[]; big: bigint };
    const ring = give.ring() as { self: unknown };
    const twins = give.twins() as unknown[];
    const holes = give.holes() as unknown[];
    return {
      map: [...map],
      date: (give.date() as Date).getTime(),
      bytes: [...(give.bytes() as Uint8Array)],
      nothing: give.nothing() === undefined,
      list: [nested.list.length, 0 in nested.list, nested.list[1] === null, Number.isNaN(nested.list[2])],
      big: nested.big === 2n ** 70n,
      ring: ring.self === ring,
      twins: twins[0] === twins[1],
      holes: [holes.length, 0 in holes],
    };
  });
  expect(seen).toEqual({
    map: [['a', 1]],
    date: 86_400_000,
    bytes: [1, 255],
    nothing: true,
    list: [3, true, true, true],
    big: true,
    ring: true,
    twins: true,
    // A hole is read as what it is without a value.
    holes: [2, true],
  });
});

test('an instance of a class loses its class, and a function works across the worlds, both ways', async ({
  app,
}) => {
  // `IsPlainObject`, `CreateProxyForAPI`, `ProxyFunctionWrapper`
  const seen = await app.window.evaluate(() => {
    const { give, callBack } = globalThis.runtime;
    const instance = give.instance() as { side: number; area?: unknown };
    const handed = (value: unknown): unknown => value;
    return {
      instance: [Object.getPrototypeOf(instance) === Object.prototype, instance.side, typeof instance.area],
      function: (give.function() as (number: number) => number)(1),
      // A function that comes back to where it is from is itself again.
      same: callBack(() => handed, 1) === handed,
      callBack: callBack((value) => [value, 'seen by the page'], { a: 1 }),
    };
  });
  expect(seen).toEqual({
    instance: [true, 2, 'undefined'],
    function: 2,
    same: true,
    callBack: [{ a: 1 }, 'seen by the page'],
  });
});

test('errors keep their message and nothing else', async ({ app }) => {
  // `PassValueToOtherContextInner`, IsNativeError; `ProxyFunctionWrapper`, err_msg; electron issue 25596
  const seen = await app.window.evaluate(async () => {
    const caught = (use: () => unknown): Record<string, unknown> => {
      try {
        use();
        return {};
      } catch (error) {
        const { name, message } = error as Error;
        return { name, message, secret: 'secret' in (error as object) };
      }
    };
    const { runtime } = globalThis;
    return {
      given: (({ name, message }) => ({ name, message }))(runtime.give.error() as Error),
      thrown: caught(() => {
        runtime.throwError();
      }),
      text: caught(() => {
        runtime.throwText();
      }),
      rejected: await runtime
        .reject()
        .catch((error: Error) => ({ name: error.name, message: error.message, secret: 'secret' in error })),
    };
  });
  expect(seen).toEqual({
    given: { name: 'Error', message: 'Handed over.' },
    thrown: { name: 'Error', message: 'Thrown.', secret: false },
    text: {
      name: 'Error',
      message:
        'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.',
      secret: false,
    },
    rejected: { name: 'Error', message: 'Rejected.', secret: false },
  });
});

test('what is nested deeper than 1,000 levels is refused, and a list that contains itself is', async ({
  app,
}) => {
  // kMaxRecursion; an array is remembered only when it is whole
  const messages = await app.window.evaluate(() => {
    const nestedBy = (levels: number): unknown => {
      let value: unknown = 1;
      for (let level = 0; level < levels; level += 1) value = { value };
      return value;
    };
    const messageOf = (use: () => unknown): string => {
      try {
        use();
        return 'passed';
      } catch (error) {
        return (error as Error).message;
      }
    };
    const list: unknown[] = [];
    list.push(list);
    return [
      messageOf(() => globalThis.runtime.kindOf(nestedBy(900))),
      messageOf(() => globalThis.runtime.kindOf(nestedBy(1100))),
      messageOf(() => globalThis.runtime.kindOf(list)),
    ];
  });
  const tooDeep =
    'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.';
  expect(messages[0]).toBe('passed');
  for (const message of messages.slice(1)) expect(message).toContain(tooDeep);
});

test('what cannot be cloned is refused: shared memory, weak maps, windows', async ({ app }) => {
  // `V8Serializer` in shell/common/v8_util.cc: "An object could not be cloned."
  const messages = await app.window.evaluate(() => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    return [memory.buffer, new WeakMap(), new Map([['a', () => 1]])].map((value) => {
      try {
        globalThis.runtime.kindOf(value);
        return 'passed';
      } catch (error) {
        return (error as Error).message;
      }
    });
  });
  for (const message of messages) expect(message).toContain('could not be cloned');
});

test('the page gets a frozen copy, under a name that is its own', async ({ app }) => {
  // `ExposeAPI`, `DeepFreeze`
  const seen = await app.window.evaluate(() => {
    const { runtime } = globalThis;
    const change = (use: () => unknown): boolean => {
      try {
        use();
      } catch {
        return false;
      }
      return runtime.settings.deep.er && runtime.settings.list.length === 2 && globalThis.runtime === runtime;
    };
    const { writable, configurable } = Object.getOwnPropertyDescriptor(globalThis, 'runtime') ?? {};
    return {
      frozen: [runtime, runtime.settings, runtime.settings.deep, runtime.settings.list].map(Object.isFrozen),
      unchanged: [
        !change(() => runtime.settings.list.push(3)),
        !change(() => Object.defineProperty(globalThis, 'runtime', { value: 1 })),
      ],
      property: [writable, configurable],
      again: runtime.exposeAgain(),
    };
  });
  expect(seen).toEqual({
    frozen: [true, true, true, true],
    unchanged: [true, true],
    property: [false, false],
    again: 'Error: Cannot bind an API on top of an existing property on the window object',
  });
});
