import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../../../main/sample-service/commandLine.ts';

describe('the command line of the sample service', () => {
  it('has a default for everything', () => {
    expect(readCommandLine([], '/cache')).toEqual({
      kind: 'options',
      options: {
        port: 8787,
        seed: 1,
        assets: 3500,
        transactions: 200_000,
        odd: false,
        repeatDays: false,
        ratePerHour: 120,
        livePerMinute: 0,
        cacheFolder: '/cache',
      },
    });
  });

  it('reads every option', () => {
    const line =
      '--port 0 --key K --seed 2 --assets 3 --transactions 4 --odd --rate 5 --live 6 --today 2026-01-31 --cache C';
    expect(readCommandLine(line.split(' '), '/cache')).toMatchObject({
      options: {
        port: 0,
        key: 'K',
        seed: 2,
        assets: 3,
        transactions: 4,
        odd: true,
        ratePerHour: 5,
        livePerMinute: 6,
        today: '2026-01-31',
        cacheFolder: 'C',
      },
    });
  });

  it.each([
    ...['port', 'seed', 'assets', 'transactions', 'rate', 'live'].map(
      (option) => [[`--${option}`, 'much'], new RegExp(`^The option --${option} is not valid.+$`)] as const,
    ),
    [['--port', '70000'], /^The option --port is not valid.+$/],
    [['--assets', '0'], /^The option --assets is not valid.+$/],
    [['--rate', '-1'], /^.*rate.*$/],
    [['--today', '2026-02-30'], /^The option --today is not valid: must be a day such as 2026-01-31.*$/],
    [['--key', 'with space'], /^The option --key is not valid: must be visible ASCII.*$/],
    [['--color'], /^.*color.*$/],
    [['extra'], /^.*extra.*$/],
  ] as const)('says in one line what is wrong with %j', (options, sentence) => {
    expect(readCommandLine(options, '/cache')).toMatchObject({
      kind: 'usage',
      exitCode: 2,
      text: expect.stringMatching(sentence) as string,
    });
  });
});
