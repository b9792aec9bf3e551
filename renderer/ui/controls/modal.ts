import { tick } from 'svelte';

/** Whether an event is that of an open dialog, which also has those of the page behind it. */
export function isOfDialog(event: Event): boolean {
  // A listener before may have closed the dialog.
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
