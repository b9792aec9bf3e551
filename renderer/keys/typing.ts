/** True while keys mean text, or belong to an open dialog: single-letter shortcuts must not act. */
export function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, select, textarea, dialog') !== null;
}
