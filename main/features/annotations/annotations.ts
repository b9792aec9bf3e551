import { z } from 'zod';
import { annotationKey, longestLabel, longestNote } from '../../../preload/contract/annotationKey.ts';
import {
  annotationSubjectSchema,
  type Annotation,
  type AnnotationSubject,
} from '../../../preload/contract/annotations.ts';
import type { CallArguments } from '../../../preload/contract/bridge.ts';
import type { UserStore } from '../../store/store.ts';
import type { DocumentChange, UserDocument } from '../../store/storeTypes.ts';

/** The user's private labels and notes: user documents of the kinds `label` and `note`, each under the key of its subject. */
export interface Annotations {
  list(): Promise<Annotation[]>;
  /** Writes what is stated. Null where neither label nor note is left. */
  change(change: CallArguments<'changeAnnotation'>): Promise<Annotation | null>;
}

/** As stored: the subject stands beside the text, so that a thing can be read without its key. */
const storedSchema = z.object({
  subject: annotationSubjectSchema,
  text: z.string().min(1).max(Math.max(longestLabel, longestNote)),
});

type Kind = 'label' | 'note';

export function createAnnotations(store: Pick<UserStore, 'listDocuments' | 'changeDocuments'>): Annotations {
  async function list(): Promise<Annotation[]> {
    const [labels, notes] = await Promise.all([store.listDocuments('label'), store.listDocuments('note')]);
    const found = new Map<string, Annotation>();
    gather(found, 'label', labels);
    gather(found, 'note', notes);
    return [...found.values()];
  }

  return {
    list,
    async change({ subject, label, note }) {
      const changes = [...changeOf('label', subject, label), ...changeOf('note', subject, note)];
      if (changes.length > 0) await store.changeDocuments(changes);
      const key = annotationKey(subject);
      return (await list()).find((annotation) => annotationKey(annotation.subject) === key) ?? null;
    },
  };
}

function changeOf(kind: Kind, subject: AnnotationSubject, text: string | undefined): DocumentChange[] {
  if (text === undefined) return [];
  return [{ kind, id: annotationKey(subject), value: text === '' ? undefined : { subject, text } }];
}

/** A thing that is not what this app writes is left alone and not shown: a newer app may know it. */
function gather(found: Map<string, Annotation>, kind: Kind, documents: readonly UserDocument[]): void {
  for (const { id, value, changedAt } of documents) {
    const { success, data } = storedSchema.safeParse(value);
    if (!success) continue;
    const known = found.get(id) ?? { subject: data.subject, label: '', note: '', changedAt };
    found.set(id, { ...known, [kind]: data.text, changedAt: Math.max(known.changedAt, changedAt) });
  }
}
