import { replacedNotes } from '../../../preload/contract/answerNotes.ts';
import type { RequestedPage } from '../../../preload/contract/records.ts';
import { readListText, type ListAnswer } from './listAnswer.ts';
import { readRecordText } from './recordAnswer.ts';

export function readAnswer(
  bytes: Uint8Array,
  requested: RequestedPage,
): (ListAnswer & { readonly notes: string[] }) | { readonly problem: string } {
  // TextDecoder rejects shared memory. It drops a byte order mark.
  const text = new TextDecoder().decode(new Uint8Array(bytes));
  const answer = readListText(text, requested);
  if ('problem' in answer) return answer;
  return { ...answer, notes: [...replacedNotes(text, bytes), ...answer.notes] };
}

/** Returns the text of the stored part; null without a record. `id`: the requested record's. */
export function readRecordAnswer(
  bytes: Uint8Array,
  id: string | number,
): { readonly recordText: string; readonly notes: string[] } | { readonly problem: string } | null {
  const text = new TextDecoder().decode(new Uint8Array(bytes));
  const answer = readRecordText(text, id);
  if (answer === null || 'problem' in answer) return answer;
  return {
    recordText: JSON.stringify(answer.record),
    notes: [...replacedNotes(text, bytes), ...answer.notes],
  };
}
