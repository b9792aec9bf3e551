import { errorText } from '../../preload/contract/failures.ts';
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { serviceOptionsSchema, type ServiceOptions } from './options.ts';

export type CommandLine =
  | { readonly kind: 'options'; readonly options: ServiceOptions }
  | { readonly kind: 'usage'; readonly text: string; readonly exitCode: 0 | 2 };

const helpFor = (cacheFolder: string): string => `Usage: rwa-explorer serve-sample [options]
  --port N           port on 127.0.0.1, 0 for a free one (8787)
  --key KEY          the API key to accept (a random one)
  --seed N           seed of the data (1)
  --assets N         number of assets (3500)
  --transactions N   number of transactions (200000)
  --odd              odd records among them: names that break programs, extreme sizes, sums that mean nothing
  --repeat-days      daily figures in timeseries repeat those of the last day with any
  --rate N           requests to /v4/transactions in an hour (120)
  --live N           new transactions a minute while it runs (0)
  --today DAY        day of the newest figures, such as 2026-01-31 (yesterday)
  --cache FOLDER     where generated data is stored (${cacheFolder})
  --help             this text`;

const members = {
  port: 'port',
  key: 'key',
  seed: 'seed',
  assets: 'assets',
  transactions: 'transactions',
  odd: 'odd',
  'repeat-days': 'repeatDays',
  rate: 'ratePerHour',
  live: 'livePerMinute',
  today: 'today',
  cache: 'cacheFolder',
} as const;
const texts: readonly string[] = ['key', 'today', 'cache'];
const flags: readonly string[] = ['odd', 'repeat-days', 'help'];

/** `cacheFolder`: the default. */
export function readCommandLine(args: readonly string[], cacheFolder: string): CommandLine {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: Object.fromEntries(
        [...Object.keys(members), 'help'].map((name) => [
          name,
          { type: flags.includes(name) ? 'boolean' : 'string' },
        ]),
      ),
    });
    if (values['help'] === true) return { kind: 'usage', text: helpFor(cacheFolder), exitCode: 0 };
    const given = Object.entries(members).flatMap(([name, member]) => {
      const value = values[name];
      if (value === undefined) return [];
      return [[member, typeof value === 'string' && !texts.includes(name) ? numberOf(value) : value]];
    });
    const parsed = serviceOptionsSchema.safeParse({ port: 8787, cacheFolder, ...Object.fromEntries(given) });
    return parsed.success ? { kind: 'options', options: parsed.data } : usage(sentence(parsed.error));
  } catch (error) {
    // Further lines explain the first.
    return usage(errorText(error).split('\n', 1).join(''));
  }
}

function sentence({ issues }: z.ZodError): string {
  const [first] = issues;
  const name = Object.entries(members).find(([, member]) => member === first?.path[0])?.[0] ?? '';
  return `The option --${name} is not valid: ${first?.message ?? 'unknown value'}.`;
}

function usage(text: string): CommandLine {
  return { kind: 'usage', text: `${text} See rwa-explorer serve-sample --help.`, exitCode: 2 };
}

/** Returns NaN, which no option accepts, unless the text is an integer. */
function numberOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : NaN;
}
