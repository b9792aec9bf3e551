import { flushSync } from 'svelte';
import { expect, it, onTestFinished } from 'vitest';
import { Commands } from '../../renderer/shell/commands.svelte.ts';
import { Messages } from '../../renderer/shell/messages.svelte.ts';

it('keeps the commands of several views that change at once, and restores earlier ones', () => {
  const commands = new Commands(new Messages());
  const ran: string[] = [];
  let shown = $state(1);
  let covered = $state(true);
  const stop = $effect.root(() => {
    $effect(() => {
      const of = shown;
      return commands.offer({ refresh: () => ran.push(`refresh ${of.toString()}`) });
    });
    $effect(() => {
      const of = shown;
      return commands.offer({ find: () => ran.push(`find ${of.toString()}`) });
    });
    $effect(() => (covered ? commands.offer({ find: () => ran.push('find in front') }) : undefined));
  });
  onTestFinished(stop);
  flushSync();
  shown = 2;
  flushSync();
  commands.run('refresh');
  expect(ran).toEqual(['refresh 2']);
  covered = false;
  flushSync();
  commands.run('find');
  expect(ran).toEqual(['refresh 2', 'find 2']);

  stop();
  expect(commands.isAvailable('refresh') || commands.isAvailable('find')).toBe(false);
});

it.each([
  ['n', '“Edit label and note” needs a loaded record. Open one first.'],
  ['c', '“Add to or remove from comparison” needs a loaded record. Open one first.'],
  ['j', '“Show the record as JSON, or its fields” needs a loaded record. Open one first.'],
  ['o', '“Open record on its own page” needs a record beside its table. Open one there first.'],
  ['C', '“Open comparison” needs at least two records. Add them with C first.'],
])('the key %s says what to do where it has nothing to work on', (key, sentence) => {
  const messages = new Messages();
  const commands = new Commands(messages);
  const press = () => commands.press(new KeyboardEvent('keydown', { key, shiftKey: key === 'C' }));
  expect(press()).toBe(true);
  expect(messages.current).toBe(sentence);

  messages.say('');
  const ran: string[] = [];
  const run = (): void => void ran.push(key);
  const offered = { recordNote: run, recordCompare: run, recordJson: run, recordPage: run };
  commands.offer({ ...offered, compareGathered: run });
  expect(press()).toBe(true);
  expect([ran, messages.current]).toEqual([[key], '']);
});

it('a key of the view that no view offers is left to the window, and says nothing', () => {
  const messages = new Messages();
  expect(new Commands(messages).press(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true }))).toBe(false);
  expect(messages.current).toBeNull();
});
