import { SvelteSet } from 'svelte/reactivity';
import { commands, type CommandId, type CommandText } from '../../preload/contract/commands.ts';
import { isOfTyping, matches, onMac } from '../ui/keys/keys.ts';
import { isTyping } from '../ui/keys/typing.ts';
import type { Messages } from './messages.svelte.ts';

interface AvailableCommand extends CommandText {
  readonly id: CommandId;
}

export type Runner = (() => void) | { readonly run: () => void; readonly available: () => boolean };

type Offered = Readonly<Partial<Record<CommandId, Runner>>>;

export class Commands {
  readonly #messages: Messages;
  readonly #offered = new SvelteSet<Offered>();

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  get available(): readonly AvailableCommand[] {
    return [...commands].flatMap(([id, text]) => (this.isAvailable(id) ? [{ id, ...text }] : []));
  }

  isAvailable(id: CommandId): boolean {
    const runner = this.#runnerOf(id);
    return typeof runner === 'object' ? runner.available() : runner !== undefined;
  }

  /**
   * Views offer commands while shown: `$effect(() => app.commands.offer({ refresh, find }))`. The last offer
   * wins.
   * @returns the function that withdraws the offer
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

  /** Reports unavailable commands. */
  run(id: CommandId): void {
    if (!this.isAvailable(id)) {
      const { title = id, needs } = commands.get(id) ?? {};
      this.#messages.say(`“${title}” ${needs === undefined ? 'does nothing here.' : `needs ${needs}`}`);
      return;
    }
    const runner = this.#runnerOf(id);
    if (typeof runner === 'object') runner.run();
    else runner?.();
  }

  /** Returns whether a command has these keys, and does something or says what it needs. */
  press(event: KeyboardEvent): boolean {
    const mac = onMac();
    const typing = isTyping(event);
    for (const [id, { keys, needs }] of commands) {
      if (keys === undefined || !matches(keys, event, mac)) continue;
      if ((typing && isOfTyping(keys, mac)) || (needs === undefined && !this.isAvailable(id))) continue;
      this.run(id);
      return true;
    }
    return false;
  }
}
