import { z } from 'zod';
import { call, event, connectionId, givenText, recordId, resource } from './call.ts';
import { longestLabel, longestNote } from './limits.ts';

/** Record ids are unique to a connection's service; an address is the same account everywhere. */
export const annotationSubjectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('record'), connectionId, resource, id: recordId }),
  z.strictObject({ kind: z.literal('address'), address: z.string().trim().min(1).max(400) }),
]);

export type AnnotationSubject = z.infer<typeof annotationSubjectSchema>;

/** Either text may be empty, never both. */
export interface Annotation {
  readonly subject: AnnotationSubject;
  readonly label: string;
  readonly note: string;
  /** Milliseconds since 1970 UTC. */
  readonly changedAt: number;
}

/** An absent member stays; an empty text removes it. */
export const annotationChangeSchema = z.strictObject({
  subject: annotationSubjectSchema,
  label: givenText
    .overwrite((text) => text.replace(/\s+/g, ' '))
    .max(longestLabel, `A label has at most ${longestLabel.toString()} characters.`)
    .optional(),
  note: z
    .string()
    .transform((text) => text.trim())
    .pipe(z.string().max(longestNote, `A note has at most ${longestNote.toLocaleString('en')} characters.`))
    .optional(),
});

export interface AddressLabel {
  readonly address: string;
  readonly label: string;
}

export interface AnnotationChanged {
  readonly subject: AnnotationSubject;
  readonly annotation: Annotation | null;
}

/** Enough for the labels of a list of wallets. */
const maxChanges = 5_000;

export const annotationCalls = {
  listAnnotations: call().returns<Annotation[]>(),
  changeAnnotations: call({ changes: z.array(annotationChangeSchema).min(1).max(maxChanges) }).returns<
    AnnotationChanged[]
  >(),
} as const;

export const annotationEvents = {
  annotationsChanged: event<readonly AnnotationChanged[]>(),
} as const;
