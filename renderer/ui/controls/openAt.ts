import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';

const edgePx = 4;

/**
 * Opens a panel (`popover="manual"`) at a point of the window, inside the window whatever corner that is in. A press outside closes it, and so
 * does Escape, and the focus where it goes elsewhere.
 */
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
    const closeLeft = ({ relatedTarget }: FocusEvent): void => {
      if (!(relatedTarget instanceof HTMLElement) || panel.contains(relatedTarget)) return;
      onclose();
      // To close it may put the focus back: it stays where the user went.
      relatedTarget.focus();
    };
    const closeByKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) onclose();
    };
    addEventListener('pointerdown', closeOutside);
    addEventListener('keydown', closeByKey);
    panel.addEventListener('focusout', closeLeft);
    return () => {
      removeEventListener('pointerdown', closeOutside);
      removeEventListener('keydown', closeByKey);
      panel.removeEventListener('focusout', closeLeft);
    };
  };
}
