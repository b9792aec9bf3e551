import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';

const edgePx = 4;

/** Opens a panel (`popover="manual"`) at a point of the window, inside the window whatever corner that is in; a press outside closes it. */
export function openAt(
  at: { readonly x: number; readonly y: number },
  onclose: () => void,
): Attachment<HTMLElement> {
  return (panel) => {
    untrack(() => {
      panel.showPopover();
      const { width, height } = panel.getBoundingClientRect();
      panel.style.left = `${Math.max(edgePx, Math.min(at.x, innerWidth - width - edgePx)).toString()}px`;
      panel.style.top = `${Math.max(edgePx, Math.min(at.y, innerHeight - height - edgePx)).toString()}px`;
    });
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && !panel.contains(target)) onclose();
    };
    addEventListener('pointerdown', closeOutside);
    return () => {
      removeEventListener('pointerdown', closeOutside);
    };
  };
}
