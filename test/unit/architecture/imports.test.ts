import { describe, expect, it } from 'vitest';
import { danglingImports, importCycles, importsOf, readImportGraph } from '../../support/imports.ts';

describe('the imports of the project', () => {
  const graph = readImportGraph();

  it('make no circle, types counted, but that a component may contain itself', () => {
    const isItself = (circle: string): boolean => /^(.+\.svelte) → \1$/.test(circle);
    expect(importCycles(graph).filter((circle) => !isItself(circle))).toEqual([]);
  });

  it('lead to files that are there', () => {
    expect(danglingImports(graph)).toEqual([]);
  });

  it('are all seen', () => {
    expect(graph.get('main/index.ts')?.length).toBeGreaterThan(0);
    expect([...graph.keys()].filter((file) => file.endsWith('.svelte')).length).toBeGreaterThan(50);
  });
});

describe('the search for circles', () => {
  it('names one, and not a file that two others share', () => {
    const graph = new Map([
      ['a.ts', ['b.ts', 'shared.ts']],
      ['b.ts', ['c.ts', 'shared.ts']],
      ['c.ts', ['b.ts']],
      ['shared.ts', []],
    ]);
    expect(importCycles(graph)).toEqual(['b.ts → c.ts → b.ts']);
    expect(importCycles(new Map([['a.ts', ['a.ts']]]))).toEqual(['a.ts → a.ts']);
  });

  it('follows imports of code and of types', () => {
    const code = `
      import type { A } from './types.ts';
      import { b } from './b.ts';
      import './effect.ts';
      import electron from 'electron';
      export * from './c.ts';
      export type { D } from './types.ts';
      const later = () => import('./later.ts?worker');
      const text = "import './text.ts'";
    `;
    expect(importsOf('a.ts', code)).toEqual([
      './types.ts',
      './b.ts',
      './effect.ts',
      './c.ts',
      './types.ts',
      './later.ts',
    ]);
    expect(importsOf('a.svelte', `<script lang="ts">${code}</script>\n<p>import './no.ts'</p>`)).toHaveLength(
      6,
    );
  });

  it('names an import that leads nowhere', () => {
    expect(danglingImports(new Map([['a.ts', ['nowhere.ts']]]))).toEqual(['a.ts imports nowhere.ts']);
  });
});
