import { Option, type Command } from 'commander';
import { z } from 'zod';
import { defaultBaseUrl } from '../../../preload/contract/serviceAddress.ts';
import { questionNames } from '../../data-service/probe/questions.ts';
import { readBaseUrl } from '../options.ts';
import type { Task } from '../task.ts';

/** Checks against a real service what the client assumes. */
export function addProbeCommand(program: Command, take: (task: Task) => void): void {
  program
    .command('probe')
    .description(
      `Send ${questionNames.length.toString()} small requests to a service and report which of the app’s assumptions hold. Enter the key at the hidden prompt, set RWA_API_KEY, or pipe it to standard input.`,
    )
    .addOption(
      new Option('--base-url <url>', 'ask this service').argParser(readBaseUrl).default(defaultBaseUrl),
    )
    .option('--user-data-dir <dir>', 'the folder of the app’s data, whose settings name the proxy')
    .option('--cases <folder>', 'run the conformance cases in the JSON files of this folder too')
    .addHelpText(
      'after',
      '\nOne of the questions counts against the hourly limit of transactions. Nothing is stored. The cases of the\nproject (test/conformance) send 25 more of these.\n\nExamples:\n  rwa-explorer probe\n  rwa-explorer probe --base-url http://127.0.0.1:8787 < key.txt',
    )
    .action((options: unknown) => {
      take({
        do: 'probe',
        ...z
          .object({ baseUrl: z.string(), userDataDir: z.string().optional(), cases: z.string().optional() })
          .parse(options),
      });
    });
}
