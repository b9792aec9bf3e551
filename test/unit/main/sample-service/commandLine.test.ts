import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../../../main/sample-service/commandLine.ts';
import { chaosKinds } from '../../../../main/sample-service/options.ts';

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
        ratePerHour: 120,
        livePerMinute: 0,
        latencyMs: 0,
        failRate: 0,
        chaos: [],
        cacheFolder: '/cache',
      },
    });
  });

  it('reads every option', () => {
    const line =
      '--port 0 --key K --seed 2 --assets 3 --transactions 4 --odd --rate 5 --live 6 --today 2026-01-31 --latency 6 --fail 0.5 --chaos --cache C';
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
        latencyMs: 6,
        failRate: 0.5,
        chaos: chaosKinds,
        cacheFolder: 'C',
      },
    });
    expect(readCommandLine(['--chaos-kinds', 'html,cut'], '/cache')).toMatchObject({
      options: { chaos: ['html', 'cut'] },
    });
  });

  it('explains itself', () => {
    const help = readCommandLine(['--help'], '/cache');
    expect(help).toMatchObject({ kind: 'usage', exitCode: 0 });
    for (const option of [
      '--port',
      '--key',
      '--seed',
      '--assets',
      '--transactions',
      '--rate',
      '--live',
      '--today',
      '--latency',
      '--fail',
      '--chaos',
    ]) {
      expect(JSON.stringify(help)).toContain(option);
    }
  });

  it('names the option that is wrong', () => {
    for (const option of ['port', 'seed', 'assets', 'transactions', 'rate', 'live', 'latency', 'fail']) {
      expect(readCommandLine([`--${option}`, 'much'], '/cache')).toMatchObject({
        kind: 'usage',
        exitCode: 2,
        text: expect.stringContaining(`The option --${option} is not valid`) as string,
      });
    }
  });
});
