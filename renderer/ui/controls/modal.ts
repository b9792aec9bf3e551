import { tick } from 'svelte';

/**
 * Opens a dialog over the window. Once it has gone, the focus is where it was before: a dialog that leaves the document without
 * being closed takes it along.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement;
  dialog.showModal();
  return () => {
    void tick().then(() => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    });
  };
}
