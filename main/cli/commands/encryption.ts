import type { Command } from 'commander';
import { placeSchema } from '../options.ts';
import type { EncryptionTask, Task } from '../task.ts';

const optionsSchema = placeSchema.pick({ userDataDir: true });

/** Encryption of what the user has made. */
export function addEncryptionCommands(program: Command, take: (task: Task) => void): void {
  const encryption = program
    .command('encryption')
    .description(
      'Encryption of settings, watchlists, labels, notes and saved queries, with a key in the keychain of this computer.',
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
    'Encrypts them and their copies, and prints the recovery code, which opens them where the keychain does not. Store it: nobody can replace it.',
  );
  add('off', 'Decrypts them and their copies, and removes the key from the keychain.');
  add('status', 'Whether they are encrypted.');
  add('code', 'Prints the recovery code, from the keychain.');
  add(
    'unlock',
    'Puts the key back into the keychain. The recovery code is typed without being shown, or read from the standard input.',
    ' < code.txt',
  );
}
