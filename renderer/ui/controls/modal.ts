import { tick } from 'svelte';

/** Returns whether an event belongs to an open dialog, which also takes those of the page behind it. */
export function isOfDialog(event: Event): boolean {
  // An earlier listener may have closed the dialog.
  return (
    document.querySelector('dialog:modal') !== null ||
    event.composedPath().some((part) => part instanceof HTMLDialogElement)
  );
}

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
