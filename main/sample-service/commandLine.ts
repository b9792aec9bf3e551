import { errorText } from '../../preload/contract/failures.ts';
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { serviceOptionsSchema, type ServiceOptions } from './options.ts';

export type CommandLine =
  | { readonly kind: 'options'; readonly options: ServiceOptions }
  | { readonly kind: 'usage'; readonly text: string; readonly exitCode: 0 | 2 };

const help = `Usage: npm run service -- [options]
  --port N           port on 127.0.0.1, 0 for a free one (8787)
  --key KEY          the API key to accept (a random one)
  --seed N           seed of the data (1)
  --assets N         number of assets (3500)
  --transactions N   number of transactions (200000)
  --odd              odd records among them: names that break programs, extreme sizes, sums that mean nothing
  --rate N           requests to /v4/transactions in an hour (120)
  --live N           new transactions a minute while it runs (0)
  --today DAY        day of the newest figures, such as 2026-01-31 (yesterday)
  --cache FOLDER     where generated data is stored (a temporary folder)
  --help             this text`;

/** Reads the options of the program. `cacheFolder` is used where none is given. */
export function readCommandLine(args: readonly string[], cacheFolder: string): CommandLine {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '8787' },
        key: { type: 'string' },
        seed: { type: 'string' },
        assets: { type: 'string' },
        transactions: { type: 'string' },
        odd: { type: 'boolean' },
        rate: { type: 'string' },
        live: { type: 'string' },
        today: { type: 'string' },
        cache: { type: 'string', default: cacheFolder },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) return { kind: 'usage', text: help, exitCode: 0 };
    return readOptions({
      port: numberOf(values.port),
      key: values.key,
      seed: numberOf(values.seed),
      assets: numberOf(values.assets),
      transactions: numberOf(values.transactions),
      odd: values.odd,
      ratePerHour: numberOf(values.rate),
      livePerMinute: numberOf(values.live),
      today: values.today,
      cacheFolder: values.cache,
    });
  } catch (error) {
    // The first line says what is wrong, others explain it.
    return usage(errorText(error).split('\n', 1).join(''));
  }
}

/** The options as the command line names them, where the name differs. */
const optionNames: Readonly<Record<string, string>> = {
  ratePerHour: 'rate',
  livePerMinute: 'live',
  cacheFolder: 'cache',
};

function readOptions(given: Readonly<Record<string, unknown>>): CommandLine {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const parsed = serviceOptionsSchema.safeParse(present);
  if (parsed.success) return { kind: 'options', options: parsed.data };
  return usage(sentence(parsed.error));
}

function sentence({ issues }: z.ZodError): string {
  const [first] = issues;
  const name = String(first?.path[0] ?? '');
  return `The option --${optionNames[name] ?? name} is not valid: ${first?.message ?? 'unknown value'}.`;
}

function usage(text: string): CommandLine {
  return { kind: 'usage', text: `${text} See npm run service -- --help.`, exitCode: 2 };
}

/** NaN, which no option takes, for what is not a plain whole number. */
function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) : NaN;
}
