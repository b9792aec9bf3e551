import { columnAt } from './geometry.ts';
import { openRow, type GridHost } from './gridHost.ts';
import type { CellPosition } from './movement.ts';
import { holdsCell } from './selection.ts';

export class GridPointer {
  readonly #host: GridHost;
  #pressed: CellPosition | null = null;

  constructor(host: GridHost) {
    this.#host = host;
  }

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0 || cellOf(event) === null) return;
    this.#pressed = this.#cellUnder(event);
    if (event.shiftKey) event.preventDefault();
    void this.#host.activate(this.#pressed, event.shiftKey);
  };

  /** Dragging selects and scrolls beyond the edge. */
  readonly move = (event: PointerEvent): void => {
    if (this.#pressed === null || event.buttons !== 1) return;
    const { viewport } = this.#host;
    const under = this.#cellUnder(event);
    if (!viewport.hasPointerCapture(event.pointerId)) {
      if (under.row === this.#pressed.row && under.column === this.#pressed.column) return;
      viewport.setPointerCapture(event.pointerId);
    }
    void this.#host.activate(under, true);
  };

  readonly up = (): void => {
    this.#pressed = null;
  };

  readonly openRow = (event: MouseEvent): void => {
    if (cellOf(event) !== null) openRow(this.#host, this.#cellUnder(event).row);
  };

  readonly openMenu = (event: MouseEvent): void => {
    if (cellOf(event) === null) return;
    event.preventDefault();
    const cell = this.#cellUnder(event);
    if (!holdsCell(this.#host.range, cell)) this.#host.grid.activate(cell);
    this.#host.props.oncellmenu(cell, this.#host.range, { x: event.clientX, y: event.clientY });
  };

  readonly over = (event: PointerEvent): void => {
    if (cellOf(event) !== null) this.#host.grid.hovered = this.#cellUnder(event);
  };

  /** The cell at the pointer, or the nearest. */
  #cellUnder(event: MouseEvent): CellPosition {
    const cell = cellOf(event);
    const row = cell?.closest('[role="row"]');
    // From the elements: after a recent scroll the geometry is outdated.
    if (cell && row) return { row: Number(row.ariaRowIndex) - 2, column: Number(cell.ariaColIndex) - 1 };
    const { viewport, grid, columns, rowCount, props } = this.#host;
    const { left, top } = viewport.getBoundingClientRect();
    const under = Math.floor((event.clientY - top - props.rowHeight + grid.top) / props.rowHeight);
    return {
      row: Math.min(Math.max(0, under), rowCount - 1),
      column: columnAt(columns, event.clientX - left, grid.scrollLeft),
    };
  }
}

function cellOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest('[role="gridcell"]:not(.message)') : null;
}
