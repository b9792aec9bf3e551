import { z } from 'zod';
import { call, event, connectionId, recordId, resource } from './call.ts';
import { longestLabel, longestNote } from './limits.ts';

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

/** What an address is called. */
export interface AddressLabel {
  readonly address: string;
  readonly label: string;
}

/** What a subject has after a change; null where nothing is left on it. */
export interface AnnotationChanged {
  readonly subject: AnnotationSubject;
  readonly annotation: Annotation | null;
}

/** As many as a list of wallets may name at once. */
const maxChanges = 5_000;

/** The user's private labels and notes. */
export const annotationCalls = {
  /** All of them: they are written by hand or pasted with wallets, so there are thousands at most. */
  listAnnotations: call().returns<Annotation[]>(),
  /** Writes label, note or both of some subjects, all or none. */
  changeAnnotations: call({ changes: z.array(annotationChangeSchema).min(1).max(maxChanges) }).returns<
    AnnotationChanged[]
  >(),
} as const;

export const annotationEvents = {
  /** Labels or notes were written or removed. */
  annotationsChanged: event<readonly AnnotationChanged[]>(),
} as const;
