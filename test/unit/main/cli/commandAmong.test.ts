import { expect, it } from 'vitest';
import { commandAmong } from '../../../../main/cli/commandAmong.ts';

it.each([
  [['query', 'assets', '--offline']],
  [['serve-sample']],
  [['--version']],
  [['--help']],
  [['no-such-command']],
])('%s is a command', (args) => {
  expect(commandAmong(args)).toEqual(args);
});

it('finds the command behind switches of Chromium', () => {
  expect(
    commandAmong(['--no-sandbox', '--ozone-platform=headless', 'query', 'assets', '--format', 'csv']),
  ).toEqual(['query', 'assets', '--format', 'csv']);
});

it.each([
  [[]],
  [['--safe-mode', '--user-data-dir=/tmp/x']],
  [['rwa-explorer://open/assets?x=1']],
  [['/home/ana/mine.rwaq']],
  [['C:\\Users\\ana\\mine.rwaq']],
  [['mine.rwaq']],
  [['--user-data-dir=/tmp/x', 'mine.rwaq']],
])('%s opens the window', (args) => {
  expect(commandAmong(args)).toBeNull();
});
