import { SvelteMap } from 'svelte/reactivity';
import { commands, type CommandId, type CommandText } from '../../preload/contract/commands.ts';
import { matches, writes } from '../ui/keys/keys.ts';
import { onMac } from '../ui/keys/platform.ts';
import { runners } from './commands/runners.ts';
import type { AppState } from './app.svelte.ts';

/** A command that does something now. */
export interface AvailableCommand extends CommandText {
  readonly id: CommandId;
}

/** The commands of the app: which are there now, and by which keys they are called. */
export class Commands {
  readonly #app: AppState;
  readonly #offered = new SvelteMap<CommandId, () => void>();

  constructor(app: AppState) {
    this.#app = app;
  }

  /** Those that do something now, in the order of the list. */
  get available(): readonly AvailableCommand[] {
    return [...commands].flatMap(([id, text]) => (this.isAvailable(id) ? [{ id, ...text }] : []));
  }

  isAvailable(id: CommandId): boolean {
    const runner = runners.get(id);
    if (runner === undefined) return this.#offered.has(id);
    return runner.available?.(this.#app) ?? true;
  }

  /**
   * A view offers what it can do, for as long as it is shown: `$effect(() => app.commands.offer({ refresh, find }))`.
   * @returns how to take it back
   */
  offer(offered: Partial<Record<CommandId, () => void>>): () => void {
    const entries = Object.entries(offered) as [CommandId, () => void][];
    for (const [id, run] of entries) this.#offered.set(id, run);
    return () => {
      for (const [id, run] of entries) if (this.#offered.get(id) === run) this.#offered.delete(id);
    };
  }

  /** Runs a command. Where it cannot do anything now, that is said. */
  run(id: CommandId): void {
    if (!this.isAvailable(id)) {
      this.#app.messages.say(`“${commands.get(id)?.title ?? id}” does nothing here.`);
      return;
    }
    const runner = runners.get(id);
    if (runner === undefined) this.#offered.get(id)?.();
    else runner.run(this.#app);
  }

  /** Runs the command of these keys. True where there is one. */
  press(event: KeyboardEvent): boolean {
    const mac = onMac();
    const typing = isTyping(event.target);
    for (const [id, { keys }] of commands) {
      if (keys === undefined || !matches(keys, event, mac)) continue;
      if ((typing && writes(keys)) || !this.isAvailable(id)) continue;
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
