import type { Command } from 'commander';
import { placeSchema, withPlace } from '../options.ts';
import type { Task } from '../task.ts';

/** The API key in the keychain of the system. */
export function addKeyCommands(program: Command, take: (task: Task) => void): void {
  const key = program.command('key').description('The API key in the keychain of this computer.');
  const add = (name: 'set' | 'clear' | 'status', description: string, example: string): void => {
    withPlace(key.command(name).description(description))
      .addHelpText('after', `\nExamples:\n  ${example}`)
      .action((options: unknown) => {
        take({ do: `key-${name}`, ...placeSchema.parse(options) });
      });
  };
  add(
    'set',
    'Tests a key and stores it. It is typed without being shown, or read from the standard input.',
    'rwa-explorer key set\n  rwa-explorer key set < key.txt',
  );
  add('clear', 'Removes the key.', 'rwa-explorer key clear');
  add('status', 'Whether there is a key, where, and how it ends.', 'rwa-explorer key status');
}
