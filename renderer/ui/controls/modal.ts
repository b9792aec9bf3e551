import { tick } from 'svelte';

/** Opens a modal dialog and restores the focus after its removal. */
export function openModal(dialog: HTMLDialogElement, onclose: () => void): () => void {
  const before = document.activeElement;
  dialog.addEventListener('close', onclose);
  dialog.addEventListener('cancel', (event) => {
    if (event.target !== dialog) return;
    // `close` may arrive after the next key and close what that key opened.
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
