/** Returns the ends of a hash or an identifier: `0x123456…abcdef`. */
export function shortenMiddle(text: string, head = 8, tail = 6): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** Returns the first and last digits of an address, after the `0x` of a hexadecimal one. */
export function shortenAddress(address: string, digits = 6): string {
  return shortenMiddle(address, address.startsWith('0x') ? digits + 2 : digits, digits);
}
