import { z } from 'zod';
import { longestLabel, longestNote } from './annotationKey.ts';
import { call, event, connectionId, recordId, resource } from './call.ts';

/** Private labels and notes: what the user writes on a record or an address. They never leave this computer by themselves. */

/**
 * What carries a label or a note. A record is known by its connection, since two services number their records
 * differently. An address is the same account whichever service names it, so it holds for all connections and networks.
 */
export const annotationSubjectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('record'), connectionId, resource, id: recordId }),
  z.strictObject({ kind: z.literal('address'), address: z.string().trim().min(1).max(400) }),
]);

export type AnnotationSubject = z.infer<typeof annotationSubjectSchema>;

/** The user's words on one subject. Empty text means none; one of the two is always there. */
export interface Annotation {
  readonly subject: AnnotationSubject;
  /** One line. */
  readonly label: string;
  /** Plain text of any number of lines. */
  readonly note: string;
  /** In milliseconds since 1970 UTC. */
  readonly changedAt: number;
}

/** A change of label or note; what is left out stays, an empty text removes it. */
export const annotationChangeSchema = z.strictObject({
  subject: annotationSubjectSchema,
  label: z
    .string()
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .pipe(z.string().max(longestLabel, `A label has at most ${longestLabel.toString()} characters.`))
    .optional(),
  note: z
    .string()
    .transform((text) => text.trim())
    .pipe(z.string().max(longestNote, `A note has at most ${longestNote.toLocaleString('en')} characters.`))
    .optional(),
});

/** The user's private labels and notes. */
export const annotationCalls = {
  /** All of them: they are written by hand, so there are thousands at most. */
  listAnnotations: call().returns<Annotation[]>(),
  /** Writes label, note or both of one subject. Null where nothing is left on it. */
  changeAnnotation: call(annotationChangeSchema.shape).returns<Annotation | null>(),
} as const;

export const annotationEvents = {
  /** A label or note was written or removed; `annotation` is null where nothing is left on the subject. */
  annotationChanged: event<{ subject: AnnotationSubject; annotation: Annotation | null }>(),
} as const;
