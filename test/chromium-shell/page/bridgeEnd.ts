type AnyFunction = (...args: unknown[]) => unknown;

/** One end of the bridge between the world of the preload and that of the page. */
export interface BridgeEnd {
  /** Puts a copy of the value on the global object of the other world, frozen. Throws what that world says against it. */
  expose(key: string, value: unknown): void;
}

/** What the ends use of the node between them. The type of `lib.dom` would bring all of the DOM with it. */
export interface EventNode {
  addEventListener(type: string, listener: (event: object) => void): void;
  dispatchEvent(event: unknown): boolean;
}

/**
 * Makes one end of the bridge. The same text runs in both worlds, before any script of the page, and uses nothing from outside
 * itself; what it uses of the language it takes at that moment, so that a page which changes the language's objects later
 * changes nothing here.
 *
 * The ends speak over a node that no script of the page can reach, by events: Chromium clones what an event carries from one
 * world to the other, and it is heard before `dispatchEvent` returns. Each message is two events, its head and its body, since
 * a body that cannot be cloned arrives as null.
 *
 * What passes is what passes Electron's bridge (`PassValueToOtherContextInner` in `electron_api_context_bridge.cc`): functions
 * and promises become proxies, errors keep their message, arrays and objects are copied member by member, anything else is
 * cloned. Symbols, elements and video frames, which Electron passes on, are refused.
 */
export function makeBridgeEnd(node: EventNode, here: 'isolated' | 'main'): BridgeEnd {
  /** Where something stands that cannot be cloned, and what the other end makes of it. */
  type Patch = readonly [
    owner: object,
    key: PropertyKey,
    kind: 'function' | 'own' | 'promise' | 'error',
    content: number | string,
  ];
  interface Body {
    value: unknown;
    patches: Patch[];
  }
  interface Head {
    kind: 'call' | 'expose' | 'resolve' | 'reject' | 'release' | 'answer' | 'failure';
    /** The function that is called, the promise that is settled, what is exposed. */
    what: number | string;
  }
  interface Pending {
    resolve: (value: unknown) => void;
    reject: (reason: unknown) => void;
  }

  const cannotClone = 'An object could not be cloned.';
  const tooDeep =
    'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.';
  const noException =
    'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.';
  const alreadyThere = 'Cannot bind an API on top of an existing property on the window object';
  const deepest = 1000;
  const there = here === 'main' ? 'isolated' : 'main';

  const { Error, TypeError, Promise, CustomEvent, WeakMap, Map } = globalThis;
  const { apply, defineProperty, getOwnPropertyDescriptor, setPrototypeOf } = Reflect;
  const { keys: keysOf, freeze, isFrozen } = Object;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  /** A method as a function of its object, which no later change of a prototype reaches. */
  const free =
    <Args extends unknown[], Result>(method: (...args: Args) => Result) =>
    (self: object, ...args: Args): Result =>
      apply(method, self, args);
  const then = free(Promise.prototype.then);
  const dispatch = free(node.dispatchEvent);
  const tagOf = free(Object.prototype.toString);
  const detailOf = free(getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')?.get ?? (() => null));
  const mapGet = free(Map.prototype.get);
  const mapSet = free(Map.prototype.set);
  const mapDelete = free(Map.prototype.delete);
  const weakGet = free(WeakMap.prototype.get);
  const weakSet = free(WeakMap.prototype.set);

  /** Functions of this end that the other may call, and promises of the other that are not settled yet. */
  const functions = new Map<number, AnyFunction>();
  const pending = new Map<number, Pending>();
  /** The proxies of this end, with the numbers of what they stand for. */
  const foreign = new WeakMap<object, number>();
  let last = 0;

  const put = (owner: object, key: PropertyKey, value: unknown): void => {
    // Where the owner's prototype has such a member it might be a setter.
    if (key in owner)
      defineProperty(owner, key, { value, writable: true, enumerable: true, configurable: true });
    else (owner as Record<PropertyKey, unknown>)[key] = value;
  };

  /** For every member of a list, which is not asked how to go through it: a page may have changed what lists say. */
  const each = <One>(list: readonly One[], use: (one: One, at: number) => void): void => {
    let at = 0;
    while (at < list.length) {
      use(list[at] as One, at);
      at += 1;
    }
  };

  /** Copies a value into what can be cloned. Throws what Electron says of a value that cannot pass. */
  const pack = (root: unknown): Body => {
    const body: Body = { value: undefined, patches: [] };
    const copies = new Map<object, object>();
    const patch = (...one: Patch): void => {
      put(body.patches, body.patches.length, one);
    };
    const keep = (one: AnyFunction): number => {
      last += 1;
      mapSet(functions, last, one);
      return last;
    };
    const copy = (owner: object, key: PropertyKey, value: unknown, depth: number): void => {
      if (depth >= deepest) throw new TypeError(tooDeep);
      if (typeof value === 'function') {
        const other = weakGet(foreign, value) as number | undefined;
        if (other === undefined) patch(owner, key, 'function', keep(value as AnyFunction));
        else patch(owner, key, 'own', other);
        return;
      }
      if (typeof value === 'symbol') throw new Error(cannotClone);
      if (typeof value !== 'object' || value === null) {
        put(owner, key, value);
        return;
      }
      const before = mapGet(copies, value) as object | undefined;
      if (before !== undefined) {
        put(owner, key, before);
        return;
      }
      if (value instanceof Promise) {
        patch(owner, key, 'promise', settleLater(value));
        return;
      }
      if (value instanceof Error) {
        patch(owner, key, 'error', messageOf(value) ?? '');
        return;
      }
      if (isArray(value)) {
        const list: unknown[] = [];
        each(value as unknown[], (one, at) => {
          copy(list, at, one, depth + 1);
        });
        // Only now, as Electron does: a list that holds itself is too deep.
        mapSet(copies, value, list);
        put(owner, key, list);
        return;
      }
      const tag = tagOf(value);
      if (tag === '[object SharedArrayBuffer]' || (isView(value) && isShared(value.buffer)))
        throw new Error(cannotClone);
      if (tag !== '[object Object]') {
        put(owner, key, value);
        return;
      }
      const object = {};
      mapSet(copies, value, object);
      each(keysOf(value), (name) => {
        copy(object, name, (value as Record<string, unknown>)[name], depth + 1);
      });
      put(owner, key, object);
    };
    const isShared = (buffer: object): boolean => tagOf(buffer) === '[object SharedArrayBuffer]';
    copy(body, 'value', root, 0);
    return body;
  };

  /** What the other end has packed. */
  const unpack = (body: Body): unknown => {
    each(body.patches, (one) => {
      put(one[0], one[1], revive(one[2], one[3]));
    });
    return body.value;
  };

  const revive = (kind: Patch[2], content: number | string): unknown => {
    if (kind === 'error') return new Error(String(content));
    const id = Number(content);
    if (kind === 'own') return mapGet(functions, id);
    if (kind === 'promise')
      return new Promise((resolve, reject) => {
        mapSet(pending, id, { resolve, reject });
      });
    const proxy = (...args: unknown[]): unknown => ask('call', id, args);
    weakSet(foreign, proxy, id);
    released.register(proxy, id);
    return proxy;
  };
  const released = new FinalizationRegistry<number>((id) => {
    tell('release', id, { value: undefined, patches: [] });
  });

  /** The number under which the other end hears how the promise ends. */
  const settleLater = (promise: object): number => {
    last += 1;
    const id = last;
    const settle = (kind: 'resolve' | 'reject', value: unknown): void => {
      try {
        tell(kind, id, pack(value));
      } catch (error) {
        tell('reject', id, pack(error));
      }
    };
    void then(
      promise,
      (value: unknown) => {
        settle('resolve', value);
      },
      (reason: unknown) => {
        settle('reject', reason);
      },
    );
    return id;
  };

  const messageOf = (error: unknown): string | undefined => {
    if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
    return typeof error.message === 'string' ? error.message : undefined;
  };

  const send = (type: string, content: object): void => {
    const init = { detail: content };
    // What an event may be told besides is not read from a changed prototype.
    setPrototypeOf(init, null);
    dispatch(node, new CustomEvent(type, init));
  };
  const tell = (kind: Head['kind'], what: number | string, body: Body): void => {
    send(`${there}-head`, { kind, what });
    send(`${there}-body`, body);
  };

  /** The answer to the last question, set before `tell` returns. */
  let answer: { kind: Head['kind']; body: Body | null } | undefined;
  const ask = (kind: 'call' | 'expose', what: number | string, value: unknown): unknown => {
    tell(kind, what, pack(value));
    const { kind: outcome, body } = answer ?? { kind: 'failure', body: null };
    answer = undefined;
    if (body === null) throw new Error(cannotClone);
    if (outcome === 'failure') throw new Error(String(body.value));
    return unpack(body);
  };

  const deepFreeze = (value: unknown): void => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
    if (isFrozen(value) || isView(value)) return;
    freeze(value);
    each(keysOf(value), (name) => {
      deepFreeze((value as Record<string, unknown>)[name]);
    });
  };

  const expose = (key: string, value: unknown): void => {
    if (key in globalThis) throw new Error(alreadyThere);
    deepFreeze(value);
    defineProperty(globalThis, key, { value, writable: false, configurable: false, enumerable: true });
  };

  const heed = ({ kind, what }: Head, body: Body | null): void => {
    const id = Number(what);
    switch (kind) {
      case 'answer':
      case 'failure':
        answer = { kind, body };
        break;
      case 'release':
        mapDelete(functions, id);
        break;
      case 'resolve':
      case 'reject': {
        const promise = mapGet(pending, id) as Pending | undefined;
        mapDelete(pending, id);
        if (body === null) promise?.reject(new Error(cannotClone));
        else promise?.[kind](unpack(body));
        break;
      }
      case 'call':
      case 'expose':
        reply(() => {
          if (body === null) throw new Error(cannotClone);
          const value = unpack(body);
          if (kind === 'expose') {
            expose(String(what), value);
            return undefined;
          }
          const called = mapGet(functions, id) as AnyFunction | undefined;
          return called === undefined ? undefined : apply(called, undefined, value as unknown[]);
        });
    }
  };

  const reply = (work: () => unknown): void => {
    let result: Body;
    try {
      result = pack(work());
    } catch (error) {
      tell('failure', '', { value: messageOf(error) ?? noException, patches: [] });
      return;
    }
    tell('answer', '', result);
  };

  let head: Head | undefined;
  node.addEventListener(`${here}-head`, (event) => {
    head = detailOf(event) as Head;
  });
  node.addEventListener(`${here}-body`, (event) => {
    if (head !== undefined) heed(head, detailOf(event) as Body | null);
  });

  return {
    expose(key, value) {
      ask('expose', key, value);
    },
  };
}
