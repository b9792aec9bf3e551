/** Also works before the element is shown: popovers and dialogs focus `autofocus`. */
export function focusWhenShown(element: HTMLElement): void {
  element.autofocus = true;
  element.focus();
}
