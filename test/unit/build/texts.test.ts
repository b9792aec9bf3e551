import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeTexts, messagesOfSource, textsOfSource } from '../../../build/texts.ts';
import { commands } from '../../../preload/contract/commands.ts';
import { localKeys } from '../../../renderer/shell/commands/localKeys.ts';
import { printed } from '../../../renderer/ui/keys/keys.ts';

const texts = makeTexts();

describe('the texts of the window', () => {
  it('are printed by feature and file', () => {
    const section = /^## schedules$[^]*?(?=^## )/m.exec(texts)?.[0] ?? '';
    expect(section).toContain('\n### renderer/features/schedules/Schedules.svelte\n\n- ');
    expect(section).toContain('\n### main/features/schedules/schedules.ts\n\n- ');
  });

  it('of a component are those of its markup, of visible attributes, and of its expressions', () => {
    const component = `<script lang="ts">
        import { other } from './Some words.ts';
        const { count, mode }: { count: number; mode: 'two words' | 'one' } = $props();
        const note = mode === 'two words' ? 'Nothing is left' : \`\${count} are left of it\`;
      </script>
      <button class="big button" aria-label="Close the tab" data-kind="a b">Close {count} tabs</button>
      {#if count > 1}<p title={note}>Done</p>{/if}
      <style>p { color: red; }</style>`;
    expect(textsOfSource(component, true).toSorted()).toEqual([
      'Close the tab',
      'Close {…} tabs',
      'Done',
      'Nothing is left',
      '{…} are left of it',
    ]);
  });

  it('of a component include those passed to other components, whatever the attribute', () => {
    const component = `<SettingRow help="Records on a page." controlId="page-size" unit="left">
        <Button name="Ungroup" keys="Mod+k" look="plain" title={found ? 'One; two words.' : undefined} />
      </SettingRow>`;
    expect(textsOfSource(component, true)).toEqual(['Records on a page.', 'Ungroup', 'One; two words.']);
  });

  it('of a module of main are the messages that it sends', () => {
    const module = `
      const query = 'SELECT a FROM b';
      throw new FailureError({ code: 'offline', message: \`No \${name} are cached.\` });`;
    expect(messagesOfSource(module)).toEqual(['No {…} are cached.']);
  });

  it('of a module are its sentences and labels, not its names and patterns', () => {
    const module = `
      export const kinds = { first: { label: 'first', path: '/v4/assets' }, second: 'some-kind' };
      export function message(name: string): string {
        if (name === 'not a text') return 'ArrowDown';
        return \`The view \${name} could not be opened.\`;
      }`;
    expect(textsOfSource(module, false)).toEqual(['first', 'The view {…} could not be opened.']);
  });
});

describe('keys are those of a command or of a part of the window', () => {
  const known = new Set(
    [
      ...[...commands.values()].flatMap(({ keys }) => keys ?? []),
      ...[...localKeys.values()].flat().flatMap(({ keys }) => keys),
    ].map((keys) => printed(keys, false).join(' ')),
  );
  const modifiers = new Set(['Ctrl', 'Shift', 'Alt']);

  /** The keys in a row of keys that are pressed together: `Alt ← →` are two. A modifier alone goes with the mouse, or with keys in words. */
  function chords(row: readonly string[]): string[] {
    const held = row.filter((key) => modifiers.has(key));
    return row.filter((key) => !modifiers.has(key)).map((key) => [...held, key].join(' '));
  }

  it.each(globSync(['docs/*.md', '*.md']))('in %s', (file) => {
    const rows = readFileSync(file, 'utf8').match(/<kbd>[^<]+<\/kbd>(?:\s+<kbd>[^<]+<\/kbd>)*/g) ?? [];
    const named = rows.flatMap((row) =>
      chords([...row.matchAll(/<kbd>([^<]+)/g)].map(([, key = '']) => (key === 'Escape' ? 'Esc' : key))),
    );
    expect(named.filter((keys) => !known.has(keys))).toEqual([]);
  });

  it('in the texts of the window', () => {
    const named = [...texts.matchAll(/\b(?:(?:Ctrl|Alt|Shift) )+(?:[A-Z]|[←→↑↓]|Enter|Space|Delete)(?!\w)/g)];
    expect(named.length).toBeGreaterThan(5);
    expect(named.map(([keys]) => keys).filter((keys) => !known.has(keys))).toEqual([]);
  });
});
