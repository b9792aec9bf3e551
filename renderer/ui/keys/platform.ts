/** True on macOS, where ⌘ takes the place of Ctrl. */
export function onMac(): boolean {
  return navigator.platform.startsWith('Mac');
}
