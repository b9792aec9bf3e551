import { clampWidth, type GridColumn } from './geometry.ts';
import { openRow, type GridHost } from './gridHost.ts';
import { commandOf, type GridCommand } from './gridKeys.ts';
import { move } from './movement.ts';

export function handleKey(event: KeyboardEvent, host: GridHost): void {
  const { grid } = host;
  const command = commandOf(event, grid.active, grid.selection !== null);
  if (command !== null) obey(command, host);
  else {
    if (event.altKey) return;
    const target = move(grid.active, event.key, event.ctrlKey || event.metaKey, {
      rows: host.rowCount,
      columns: host.columns.length,
      pageRows: grid.pageRows,
    });
    if (target === null) return;
    void host.activate(target, event.shiftKey && target.row >= 0);
  }
  event.preventDefault();
  event.stopPropagation();
}

function obey(command: GridCommand, host: GridHost): void {
  const { props, grid, columns, range } = host;
  const { row, column } = grid.active;
  const target = columns[column];
  if (target === undefined) return;
  const { field } = target;
  const last = { row: host.rowCount - 1, column: columns.length - 1 };
  switch (command.do) {
    case 'open':
      openRow(host, row);
      break;
    case 'sort':
      if (field.sortable) props.onsort?.(field, command.add);
      break;
    case 'copy':
      if (row >= 0) props.oncopy(range);
      break;
    case 'menu':
      openMenu(target, host);
      break;
    case 'select-all':
      grid.select({ row: 0, column: 0 }, last);
      break;
    case 'select-row':
      grid.select({ row: range.top, column: 0 }, { row: range.bottom, column: last.column });
      break;
    case 'select-column':
      grid.select({ row: 0, column: range.left }, { row: last.row, column: range.right });
      break;
    case 'clear-selection':
      grid.clearSelection();
      break;
    case 'hide-column':
      props.onhidecolumn(field);
      break;
    case 'fit-column':
      props.onfitcolumn(field);
      break;
    case 'move-column':
      props.onmovecolumn(field, column + command.by);
      void host.activate({ row: -1, column: column + command.by });
      break;
    case 'resize-column':
      props.onresizecolumn(field, clampWidth(target.width + command.by));
      break;
  }
}

function openMenu({ field }: GridColumn, { props, grid, range, viewport, cellId }: GridHost): void {
  const cell = document.getElementById(cellId(grid.active.row, grid.active.column));
  const { left, bottom } = (cell ?? viewport).getBoundingClientRect();
  if (grid.active.row < 0) props.oncolumnmenu(field, { x: left, y: bottom });
  else props.oncellmenu(grid.active, range, { x: left + 16, y: bottom });
}
