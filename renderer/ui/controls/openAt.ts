import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';

const edgePx = 4;

/** Opens a manual popover inside the window. It closes on an outside press, Escape or loss of focus. */
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
      // Closing may restore the focus; keep it where the user went.
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
