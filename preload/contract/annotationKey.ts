import type { AnnotationSubject } from './annotations.ts';
import { canonicalJson } from './json.ts';

/** Hexadecimal addresses ignore case (ERC-55 uses it for a checksum); base58 and base32 do not. */
const hexadecimal = /^0x[0-9a-f]+$/i;

/** Returns the canonical spelling of an address. */
export function comparableAddress(address: string): string {
  return hexadecimal.test(address) ? address.toLowerCase() : address;
}

/** Returns the same key for equal subjects. */
export function annotationKey(subject: AnnotationSubject): string {
  if (subject.kind === 'address') {
    return canonicalJson(['address', comparableAddress(subject.address)]);
  }
  return canonicalJson(['record', subject.connectionId, subject.resource, String(subject.id)]);
}
