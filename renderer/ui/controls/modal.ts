import { tick } from 'svelte';

/**
 * Opens a dialog over the window. Once it has gone, the focus is where it was before: a dialog that leaves the document without
 * being closed takes it along.
 */
export function openModal(dialog: HTMLDialogElement, onclose: () => void): () => void {
  const before = document.activeElement;
  dialog.addEventListener('close', onclose);
  dialog.addEventListener('cancel', (event) => {
    if (event.target !== dialog) return;
    // `close` comes later than the next key where keys wait: it would close what that key has opened.
    event.preventDefault();
    onclose();
  });
  dialog.showModal();
  return () => {
    void tick().then(() => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    });
  };
}
