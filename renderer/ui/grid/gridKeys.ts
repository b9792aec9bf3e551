import { keyOf, type KeyPress } from '../keys/keys.ts';
import type { CellPosition } from './movement.ts';

export type GridCommand =
  | { readonly do: 'open' }
  | { readonly do: 'copy' }
  | { readonly do: 'menu' }
  | { readonly do: 'select-all' }
  | { readonly do: 'select-row' }
  | { readonly do: 'select-column' }
  | { readonly do: 'clear-selection' }
  | { readonly do: 'sort'; readonly add: boolean }
  | { readonly do: 'hide-column' }
  | { readonly do: 'fit-column' }
  | { readonly do: 'move-column'; readonly by: number }
  | { readonly do: 'resize-column'; readonly by: number };

/** In CSS pixels. */
const resizeStepPx = 16;

/**
 * Row -1 is the header. Source: ARIA Authoring Practices, grid pattern: Ctrl+A, Shift+Space and Ctrl+Space
 * select; the other keys are the app's.
 */
export function commandOf(event: KeyPress, { row }: CellPosition, hasSelection: boolean): GridCommand | null {
  const { key, shiftKey, altKey } = event;
  const withControl = event.ctrlKey || event.metaKey;
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey) || (key === 'ArrowDown' && altKey)) {
    return { do: 'menu' };
  }
  if (altKey) return null;
  const inHeader = row < 0;
  const direction = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  if (inHeader && direction !== 0 && shiftKey) {
    return withControl
      ? { do: 'move-column', by: direction }
      : { do: 'resize-column', by: direction * resizeStepPx };
  }
  if (inHeader && key === 'Delete') return { do: 'hide-column' };
  if (key === 'Enter' && withControl) return inHeader ? { do: 'fit-column' } : null;
  if (key === ' ' && shiftKey) return { do: 'select-row' };
  if (key === ' ' && withControl) return { do: 'select-column' };
  if (key === 'Enter' || key === ' ') return inHeader ? { do: 'sort', add: shiftKey } : { do: 'open' };
  if (withControl && keyOf(event) === 'a') return { do: 'select-all' };
  if (withControl && keyOf(event) === 'c') return { do: 'copy' };
  if (key === 'Escape' && hasSelection) return { do: 'clear-selection' };
  return null;
}
