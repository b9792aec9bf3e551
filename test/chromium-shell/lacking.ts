/** Under this key an object of the shell tells what Electron calls it, for example `electron.app`. */
export const electronName = Symbol('name in Electron');

/**
 * Every object of the shell that the app can reach descends from this class. Reading a member that the shell lacks
 * throws an error that names it, instead of quietly being `undefined`.
 */
export abstract class ElectronObject {
  abstract readonly [electronName]: string;
}

/** Members that the language itself looks for: `then` by `await`, `toJSON` by `JSON.stringify`. */
const probes: readonly PropertyKey[] = ['then', 'toJSON'];

export function lackingMember(owner: string, member: string): Error {
  return new Error(`The Chromium shell has no ${owner}.${member}`);
}

/** Stands at the end of a chain of prototypes: whoever looks there has not found the member before. */
function endOfChain(chainEnd: object, ownerOf: (receiver: object) => string): object {
  return new Proxy(chainEnd, {
    get(target, member, receiver: object) {
      if (typeof member === 'symbol' || member in target || probes.includes(member)) {
        return Reflect.get(target, member, receiver) as unknown;
      }
      throw lackingMember(ownerOf(receiver), member);
    },
  });
}

function nameOfObject(object: object): string {
  return object instanceof ElectronObject ? object[electronName] : 'electron';
}

Object.setPrototypeOf(ElectronObject.prototype, endOfChain(Object.prototype, nameOfObject));
Object.setPrototypeOf(
  ElectronObject,
  endOfChain(Function.prototype, (shellClass) => `electron.${(shellClass as { name: string }).name}`),
);

/** A whole module that the shell lacks, for example `electron.Tray`: any use of it throws. */
export function lackingModule(name: string): unknown {
  // Not an arrow function, since only these can be meant by `new`.
  const refuse = function (): never {
    throw new Error(`The Chromium shell has no electron.${name}`);
  };
  return new Proxy(refuse, {
    get(_target, member) {
      if (typeof member === 'symbol' || probes.includes(member)) return undefined;
      throw lackingMember(`electron.${name}`, member);
    },
    apply: refuse,
    construct: refuse,
  });
}
