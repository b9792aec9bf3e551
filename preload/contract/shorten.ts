export function shortenMiddle(text: string, head = 8, tail = 6): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

export function shortenAddress(address: string, digits = 6): string {
  return shortenMiddle(address, address.startsWith('0x') ? digits + 2 : digits, digits);
}
