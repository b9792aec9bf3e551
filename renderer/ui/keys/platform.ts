export function onMac(): boolean {
  return navigator.platform.startsWith('Mac');
}
