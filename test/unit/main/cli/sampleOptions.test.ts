import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../../main/cli/arguments.ts';
import { UsageError } from '../../../../main/cli/exitCodes.ts';

const readOptions = (...options: readonly string[]): unknown =>
  readArguments(['serve-sample', ...options], '1.0.0');

describe('the options of the sample service', () => {
  it('all have a default', () => {
    const options = {
      port: 8787,
      seed: 1,
      assets: 3500,
      transactions: 200_000,
      odd: false,
      repeatDays: false,
      ratePerHour: 120,
      livePerMinute: 0,
    };
    expect(readOptions()).toEqual({ command: 'task', task: { do: 'serve-sample', options } });
  });

  it('are read', () => {
    const line =
      '--port 0 --key 7 --seed 2 --assets 3 --transactions 4 --odd --repeat-days --rate 5 --live 6 --today 2026-01-31 --cache C';
    const options = {
      port: 0,
      key: '7',
      seed: 2,
      assets: 3,
      transactions: 4,
      odd: true,
      repeatDays: true,
      ratePerHour: 5,
      livePerMinute: 6,
      today: '2026-01-31',
      cacheFolder: 'C',
    };
    expect(readOptions(...line.split(' '))).toEqual({
      command: 'task',
      task: { do: 'serve-sample', options },
    });
  });

  const sizes = {
    port: [0, 65_535],
    seed: [0, 4_294_967_295],
    assets: [1, 20_000],
    transactions: [0, 5_000_000],
    rate: [1, 1_000_000_000],
    live: [0, 100_000],
  } as const;
  const wrongNumbers = Object.entries(sizes).flatMap(([option, [least, most]]) =>
    [
      'much',
      '1.5',
      '-1',
      '',
      '9'.repeat(30),
      String(most + 1),
      ...(least === 0 ? [] : [String(least - 1)]),
    ].map(
      (value) =>
        [
          [`--${option}`, value],
          `option '--${option} <number>' argument '${value}' is invalid. It must be a whole number from ${least.toString()} to ${most.toString()}.`,
        ] as const,
    ),
  );

  it.each([
    ...wrongNumbers,
    [
      ['--today', '2026-02-30'],
      "option '--today <day>' argument '2026-02-30' is invalid. It must be a day such as 2026-01-31.",
    ],
    ...['with space', 'é', ''].map(
      (key) =>
        [
          ['--key', key],
          `option '--key <key>' argument '${key}' is invalid. It must be 1 to 4096 visible ASCII characters without spaces.`,
        ] as const,
    ),
    [['--cache', ''], "option '--cache <folder>' argument '' is invalid. It must be a path."],
    [['--color'], "unknown option '--color'."],
    [['extra'], "too many arguments for 'serve-sample'. Expected 0 arguments but got 1."],
  ] as const)('are refused in one line: %j', (options, sentence) => {
    expect(() => readOptions(...options)).toThrow(
      new UsageError(`${sentence} Add --help to see how it is used.`),
    );
  });
});
