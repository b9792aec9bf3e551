import { z } from 'zod';
import { annotationKey } from '../../../preload/contract/annotationKey.ts';
import { longestLabel, longestNote } from '../../../preload/contract/limits.ts';
import {
  annotationSubjectSchema,
  type Annotation,
  type AnnotationChanged,
  type AnnotationSubject,
} from '../../../preload/contract/annotations.ts';
import type { CallArguments } from '../../../preload/contract/bridge.ts';
import type { UserStore } from '../../store/store.ts';
import type { DocumentChange, UserDocument } from '../../store/storeTypes.ts';

/** The subject is stored with the text, so a document can be read without its key. */
const storedSchema = z.object({
  subject: annotationSubjectSchema,
  text: z.string().min(1).max(Math.max(longestLabel, longestNote)),
});

type Kind = 'label' | 'note';

export function createAnnotations(store: Pick<UserStore, 'listDocuments' | 'changeDocuments'>) {
  async function read(): Promise<Map<string, Annotation>> {
    const [labels, notes] = await Promise.all([store.listDocuments('label'), store.listDocuments('note')]);
    const found = new Map<string, Annotation>();
    gather(found, 'label', labels);
    gather(found, 'note', notes);
    return found;
  }

  return {
    list: async () => [...(await read()).values()],
    async readLabels() {
      const found = await read();
      return (address: string) => found.get(annotationKey({ kind: 'address', address }))?.label || undefined;
    },
    async change(changes: CallArguments<'changeAnnotations'>['changes']): Promise<AnnotationChanged[]> {
      await store.changeDocuments(
        changes.flatMap(({ subject, label, note }) => [
          ...changeOf('label', subject, label),
          ...changeOf('note', subject, note),
        ]),
      );
      const found = await read();
      return changes.map(({ subject }) => ({
        subject,
        annotation: found.get(annotationKey(subject)) ?? null,
      }));
    },
  };
}

function changeOf(kind: Kind, subject: AnnotationSubject, text: string | undefined): DocumentChange[] {
  if (text === undefined) return [];
  return [{ kind, id: annotationKey(subject), value: text === '' ? undefined : { subject, text } }];
}

/** Ignores documents in another format: a newer app may have written them. */
function gather(found: Map<string, Annotation>, kind: Kind, documents: readonly UserDocument[]): void {
  for (const { id, value, changedAt } of documents) {
    const { success, data } = storedSchema.safeParse(value);
    if (!success) continue;
    const known = found.get(id) ?? { subject: data.subject, label: '', note: '', changedAt };
    found.set(id, { ...known, [kind]: data.text, changedAt: Math.max(known.changedAt, changedAt) });
  }
}
