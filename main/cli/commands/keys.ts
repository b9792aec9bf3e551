import type { Command } from 'commander';
import { sharedOptionsSchema, withSharedOptions } from '../options.ts';
import type { Task } from '../task.ts';

/** The API key in the keychain of the system. */
export function addKeyCommands(program: Command, take: (task: Task) => void): void {
  const key = program.command('key').description('Manage the API key in the system keychain.');
  const add = (name: 'set' | 'clear' | 'status', description: string, example: string): void => {
    withSharedOptions(key.command(name).description(description))
      .addHelpText('after', `\nExamples:\n  ${example}`)
      .action((options: unknown) => {
        take({ do: `key-${name}`, ...sharedOptionsSchema.parse(options) });
      });
  };
  add(
    'set',
    'Test an API key and store it. Enter it at the hidden prompt, or pipe it to standard input.',
    'rwa-explorer key set\n  rwa-explorer key set < key.txt',
  );
  add('clear', 'Removes the key.', 'rwa-explorer key clear');
  add(
    'status',
    'Show whether a key is stored, where, and its last four characters.',
    'rwa-explorer key status',
  );
}
