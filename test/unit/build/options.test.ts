import { describe, expect, it } from 'vitest';
import { parseStartOptions, toSwitches, usage } from '../../../build/start/options.ts';

describe('the options of npm start', () => {
  it('are the same switches for both runtimes, the folder absolute', () => {
    const options = parseStartOptions(
      [
        '--user-data-dir=data',
        '--remote-debugging-port=9222',
        '--headless',
        '--sample-live=20',
        '--start-times',
      ],
      '/home/user',
    );
    expect(options).toEqual({
      userDataFolder: '/home/user/data',
      debuggingPort: 9222,
      headless: true,
      sampleLive: 20,
      startTimes: true,
    });
    expect(typeof options === 'string' ? options : toSwitches(options)).toEqual([
      '--user-data-dir=/home/user/data',
      '--remote-debugging-port=9222',
      '--headless',
      '--sample-live=20',
      '--start-times',
    ]);
  });

  it('may be none', () => {
    const options = parseStartOptions([], '/home/user');
    expect(typeof options === 'string' ? options : toSwitches(options)).toEqual([]);
  });

  it.each([
    '--verbose',
    'data',
    '--user-data-dir',
    '--user-data-dir=',
    '--remote-debugging-port=70000',
    '--remote-debugging-port=0.0.0.0:9222',
    '--headless=yes',
    '--sample-live=many',
  ])('do not include %s', (arg) => {
    expect(parseStartOptions([arg], '/home/user')).toBe(`${arg} is not an option. ${usage}`);
  });
});
