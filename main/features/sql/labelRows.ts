import type { Annotation } from '../../../preload/contract/annotations.ts';
import { comparableAddress } from '../../../preload/contract/annotationKey.ts';
import { viewName } from '../../store/cache/resourceViews.ts';

type LabelRow = readonly (string | number | null)[];

/** Returns the labels and notes of a connection's records and of addresses as rows of their view, see `labelsView`. */
export function labelRows(annotations: readonly Annotation[], connectionId: string): LabelRow[] {
  return annotations.flatMap((annotation): LabelRow[] => {
    const { subject, label, note } = annotation;
    const texts = [label === '' ? null : label, note === '' ? null : note];
    if (subject.kind === 'address') return [[null, null, comparableAddress(subject.address), ...texts]];
    if (subject.connectionId !== connectionId) return [];
    return [[viewName(subject.resource), subject.id, null, ...texts]];
  });
}
