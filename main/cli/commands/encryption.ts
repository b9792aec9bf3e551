import type { Command } from 'commander';
import { sharedOptionsSchema } from '../options.ts';
import type { EncryptionTask, Task } from '../task.ts';

const optionsSchema = sharedOptionsSchema.pick({ userDataDir: true });

/** Encryption of what the user has made. */
export function addEncryptionCommands(program: Command, take: (task: Task) => void): void {
  const encryption = program
    .command('encryption')
    .description(
      'Encrypt settings, watchlists, labels, notes and saved queries with a key in the system keychain.',
    );
  const add = (verb: EncryptionTask['verb'], description: string, example = ''): void => {
    encryption
      .command(verb)
      .description(description)
      .option('--user-data-dir <dir>', 'the folder of the app’s data')
      .addHelpText('after', `\nExamples:\n  rwa-explorer encryption ${verb}${example}`)
      .action((options: unknown) => {
        take({ do: 'encryption', verb, ...optionsSchema.parse(options) });
      });
  };
  add(
    'on',
    'Encrypt your data and its copies, and print the recovery code. Store the code: it is the only way to open the data without the keychain, and it cannot be replaced.',
  );
  add('off', 'Decrypt your data and its copies, and remove the key from the keychain.');
  add('status', 'Show whether your data is encrypted.');
  add('code', 'Print the recovery code from the keychain.');
  add(
    'unlock',
    'Put the key back into the keychain. Enter the recovery code at the hidden prompt, or pipe it to standard input.',
    ' < code.txt',
  );
}
