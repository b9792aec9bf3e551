import { replacedNotes } from '../../../preload/contract/answerNotes.ts';
import { readListText, type ListAnswer } from '../../../preload/contract/listAnswer.ts';

/** Reads the bytes of a list's answer. `notes`: what could not be read as it came, in sentences; `leftOut` stands beside. */
export function readAnswer(
  bytes: Uint8Array,
  requested: { page: number; perPage: number },
): (ListAnswer & { readonly notes: string[] }) | { readonly problem: string } {
  // A decoder takes no memory that threads share. It leaves out a byte order mark.
  const text = new TextDecoder().decode(new Uint8Array(bytes));
  const answer = readListText(text, requested);
  if ('problem' in answer) return answer;
  return { ...answer, notes: [...replacedNotes(text, bytes), ...answer.notes] };
}
