import { ElectronObject, electronName } from './lacking.ts';

/** The arguments of each event, by the event's name. */
type Arguments<Events> = { [Name in keyof Events]: readonly unknown[] };

type Listener<Args extends readonly unknown[]> = (...args: Args) => void;

/**
 * Events as Electron's objects have them, for the events the shell knows: any other is a compile error, and at run
 * time an error that names it.
 */
export abstract class Emitter<Events extends Arguments<Events>> extends ElectronObject {
  /** The events that can be listened to. */
  protected abstract readonly events: readonly (keyof Events & string)[];
  private readonly listeners = new Map<keyof Events, { listener: unknown; once: boolean }[]>();

  on<Name extends keyof Events & string>(event: Name, listener: Listener<Events[Name]>): this {
    return this.add(event, listener, false);
  }

  once<Name extends keyof Events & string>(event: Name, listener: Listener<Events[Name]>): this {
    return this.add(event, listener, true);
  }

  off<Name extends keyof Events & string>(event: Name, listener: Listener<Events[Name]>): this {
    const kept = this.heard(event).filter((entry) => entry.listener !== listener);
    this.listeners.set(event, kept);
    return this;
  }

  listenerCount(event: keyof Events & string): number {
    return this.heard(event).length;
  }

  /** Calls the listeners of an event in the order they came. For the shell, not for the app. */
  happen<Name extends keyof Events & string>(event: Name, ...args: Events[Name]): void {
    for (const entry of [...this.heard(event)]) {
      if (entry.once) this.off(event, entry.listener as Listener<Events[Name]>);
      (entry.listener as Listener<Events[Name]>)(...args);
    }
  }

  private add(event: keyof Events & string, listener: unknown, once: boolean): this {
    if (!this.events.includes(event)) {
      throw new Error(`The Chromium shell has no event '${event}' of ${this[electronName]}`);
    }
    this.listeners.set(event, [...this.heard(event), { listener, once }]);
    return this;
  }

  private heard(event: keyof Events): readonly { listener: unknown; once: boolean }[] {
    return this.listeners.get(event) ?? [];
  }
}

/** The first argument of an event whose default behavior a listener can prevent. */
export interface PreventableEvent {
  preventDefault(): void;
  readonly defaultPrevented: boolean;
}

export function preventable<Details extends object>(details: Details): PreventableEvent & Details {
  let prevented = false;
  const event = {
    preventDefault: () => {
      prevented = true;
    },
    get defaultPrevented() {
      return prevented;
    },
  };
  return Object.defineProperties(
    { ...details },
    Object.getOwnPropertyDescriptors(event),
  ) as PreventableEvent & Details;
}
