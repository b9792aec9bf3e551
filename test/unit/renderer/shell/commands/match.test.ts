import { expect, it } from 'vitest';
import { fit, fitWithTypos } from '../../../../../renderer/shell/commands/match.ts';

const titles = ['Go to Assets', 'Go to Networks', 'New tab', 'Next tab', 'Dark theme', 'Reopen closed tab'];

function best(typed: string): string | undefined {
  return titles
    .flatMap((title) => {
      const score = fit(title, typed);
      return score === null ? [] : [{ title, score }];
    })
    .sort((a, b) => b.score - a.score)[0]?.title;
}

it.each([
  ['assets', 'Go to Assets'],
  ['go net', 'Go to Networks'],
  ['tab', 'New tab'],
  ['closed', 'Reopen closed tab'],
  ['DARK', 'Dark theme'],
  ['theme dark', 'Dark theme'],
])('“%s” means “%s”', (typed, title) => {
  expect(best(typed)).toBe(title);
});

it('every word has to be there', () => {
  expect(fit('Go to Assets', 'go tokens')).toBeNull();
});

it('further words count, and less than the title', () => {
  expect(fit('Ask the service again', 'refresh', 'refresh reload')).toBeGreaterThan(0);
  expect(fit('Refresh', 'refresh')).toBeGreaterThan(fit('Ask again', 'refresh', 'refresh') ?? 0);
});

it.each([
  ['setings', 'Go to Settings'],
  ['setitngs', 'Go to Settings'],
  ['expot asets', 'Export assets'],
])('“%s” has a typo of “%s”', (typed, title) => {
  expect(fit(title, typed)).toBeNull();
  expect(fitWithTypos(title, typed)).toBeGreaterThan(0);
});

it('other words are no typos', () => {
  expect(fitWithTypos('Go to Settings', 'printing')).toBeNull();
  expect(fitWithTypos('Tab', 'tub')).toBeNull();
});
