import type { AnnotationSubject } from './annotations.ts';
import { canonicalJson } from './json.ts';

/** What main and the window both need to know of labels and notes, without their schemas. */

/** Hexadecimal addresses mean the same in capitals (ERC-55 writes a checksum with them); others do not (base58, base32). */
const hexadecimal = /^0x[0-9a-f]+$/i;

/** The one spelling of an address. */
export function comparableAddress(address: string): string {
  return hexadecimal.test(address) ? address.toLowerCase() : address;
}

/** The one text of a subject: equal for subjects that are the same. */
export function annotationKey(subject: AnnotationSubject): string {
  if (subject.kind === 'address') {
    return canonicalJson(['address', comparableAddress(subject.address)]);
  }
  return canonicalJson(['record', subject.connectionId, subject.resource, String(subject.id)]);
}
