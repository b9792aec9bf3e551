import type { Command } from 'commander';
import { z } from 'zod';
import type { Task } from '../task.ts';

/** The sample data service, for trying scripts without a key. */
export function addSampleCommand(program: Command, take: (task: Task) => void): void {
  program
    .command('serve-sample')
    .description('Serve the sample data on this computer until stopped. Prints the address and the key.')
    .argument('[options...]', 'see serve-sample --help')
    .helpOption(false)
    .allowUnknownOption()
    .addHelpText('after', '\nExamples:\n  rwa-explorer serve-sample --port 8787 --key KEY')
    .action((args: unknown) => {
      take({ do: 'serve-sample', args: z.array(z.string()).parse(args) });
    });
}
