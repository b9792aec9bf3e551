import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../../main/cli/arguments.ts';

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

  it.each([
    ...['port', 'seed', 'assets', 'transactions', 'rate', 'live'].map(
      (option) =>
        [[`--${option}`, 'much'], new RegExp(`^option '--${option} <number>'.+invalid.+$`)] as const,
    ),
    [['--port', '70000'], /^option '--port <number>' argument '70000' is invalid.+$/],
    [['--assets', '0'], /^option '--assets <number>' argument '0' is invalid.+$/],
    [['--rate', '-1'], /^.*rate.*$/],
    [['--today', '2026-02-30'], /'2026-02-30' is invalid\. It must be a day such as 2026-01-31/],
    [['--key', 'with space'], /'with space' is invalid\. It must be visible ASCII/],
    [['--color'], /^.*color.*$/],
    [['extra'], /^.*argument.*$/],
  ] as const)('are refused in one line: %j', (options, sentence) => {
    expect(() => readOptions(...options)).toThrow(sentence);
  });
});
