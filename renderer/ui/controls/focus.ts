/** Focuses an element that is shown, or about to be: a popover and a dialog focus what has `autofocus` when they open. */
export function focusWhenShown(element: HTMLElement): void {
  element.autofocus = true;
  element.focus();
}
