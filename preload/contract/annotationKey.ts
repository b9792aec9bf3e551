import type { AnnotationSubject } from './annotations.ts';
import { canonicalJson } from './json.ts';
import { walletKey } from './walletAddresses.ts';

export function annotationKey(subject: AnnotationSubject): string {
  if (subject.kind === 'address') {
    return canonicalJson(['address', walletKey(subject.address)]);
  }
  return canonicalJson(['record', subject.connectionId, subject.resource, String(subject.id)]);
}
