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
