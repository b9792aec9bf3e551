import type { Bridge } from '../../renderer/bridge.ts';

/** Returns a bridge with only these calls and events. Other calls throw with their name. */
export function bridgeOf(used: Partial<Bridge>): Bridge {
  return new Proxy(used, {
    get(target, name, receiver) {
      if (!Reflect.has(target, name)) throw new Error(`The test does not answer bridge.${String(name)}.`);
      return Reflect.get(target, name, receiver) as unknown;
    },
  }) as Bridge;
}
