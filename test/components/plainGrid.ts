import { onTestFinished } from 'vitest';
import type { ShownField } from '../../renderer/fields/infer.ts';
import type { GridProps } from '../../renderer/ui/grid/gridProps.ts';

export const rowHeight = 28;

/** An element in which ten rows of a grid are in sight, until the test has ended. */
export function gridHost(): Element {
  const host = document.createElement('div');
  host.style.cssText = `display: flex; flex-direction: column; width: 600px; height: ${(11 * rowHeight).toString()}px`;
  document.documentElement.style.setProperty('--row', `${rowHeight.toString()}px`);
  document.body.append(host);
  onTestFinished(() => {
    host.remove();
  });
  return host;
}

export function textField(name: string, type: ShownField['type'] = 'text'): ShownField {
  return {
    name,
    label: name,
    group: 'Other',
    type,
    description: '',
    filterable: false,
    sortable: false,
    searchable: false,
  };
}

const nothing = (): undefined => undefined;

/** What a grid needs besides its rows and columns. */
export function plainGrid(name: string): Omit<GridProps, 'rows' | 'fields' | 'layout'> {
  return {
    name,
    rowHeight,
    listKey: 'one',
    startRow: 0,
    sort: { field: 'name', direction: 'asc' },
    busy: false,
    slow: false,
    context: {
      resource: { name: '', titleField: '', fields: [] },
      figures: 'full',
      nameOf: nothing,
      labelOf: nothing,
    },
    onshow: nothing,
    onload: nothing,
    oncopy: nothing,
    oncolumnmenu: nothing,
    oncellmenu: nothing,
    onmovecolumn: nothing,
    onresizecolumn: nothing,
    onfitcolumn: nothing,
    onhidecolumn: nothing,
  };
}
