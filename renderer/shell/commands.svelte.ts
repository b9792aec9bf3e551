import { SvelteSet } from 'svelte/reactivity';
import { commands, type CommandId, type CommandText } from '../../preload/contract/commands.ts';
import { isOfTyping, matches } from '../ui/keys/keys.ts';
import { onMac } from '../ui/keys/platform.ts';
import type { Messages } from './messages.svelte.ts';

/** A command that does something now. */
export interface AvailableCommand extends CommandText {
  readonly id: CommandId;
}

/** What a command does: at any time, or only while it is available. */
export type Runner = (() => void) | { readonly run: () => void; readonly available: () => boolean };

type Offered = Readonly<Partial<Record<CommandId, Runner>>>;

/** The commands of the app: which are there now, and by which keys they are called. */
export class Commands {
  readonly #messages: Messages;
  /** In the order of their offers. */
  readonly #offered = new SvelteSet<Offered>();

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  /** Those that do something now, in the order of the list. */
  get available(): readonly AvailableCommand[] {
    return [...commands].flatMap(([id, text]) => (this.isAvailable(id) ? [{ id, ...text }] : []));
  }

  isAvailable(id: CommandId): boolean {
    const runner = this.#runnerOf(id);
    return typeof runner === 'object' ? runner.available() : runner !== undefined;
  }

  /**
   * The window offers what can be done everywhere, a view what it can do, for as long as it is shown: `$effect(() => app.commands.offer({ refresh, find }))`.
   * What was offered last counts; once it is taken back, what was offered before does again.
   * @returns how to take it back
   */
  offer(offered: Offered): () => void {
    this.#offered.add(offered);
    return () => {
      this.#offered.delete(offered);
    };
  }

  #runnerOf(id: CommandId): Runner | undefined {
    return [...this.#offered].findLast((offered) => offered[id] !== undefined)?.[id];
  }

  /** Runs a command. Where it cannot do anything now, that is said. */
  run(id: CommandId): void {
    if (!this.isAvailable(id)) {
      this.#messages.say(`“${commands.get(id)?.title ?? id}” does nothing here.`);
      return;
    }
    const runner = this.#runnerOf(id);
    if (typeof runner === 'object') runner.run();
    else runner?.();
  }

  /** Runs the command of these keys. True where there is one. */
  press(event: KeyboardEvent): boolean {
    const mac = onMac();
    const typing = isTyping(event.target);
    for (const [id, { keys }] of commands) {
      if (keys === undefined || !matches(keys, event, mac)) continue;
      if ((typing && isOfTyping(keys, mac)) || !this.isAvailable(id)) continue;
      this.run(id);
      return true;
    }
    return false;
  }
}

/** True where a key press writes. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)))
  );
}
