import { z } from 'zod';
import { longestLabel, longestNote } from './annotationKey.ts';
import { connectionId, recordId, resource } from './calls/call.ts';

/** Private labels and notes: what the user writes on a record or an address. They never leave this computer by themselves. */

/**
 * What carries a label or a note. A record is known by its connection, since two services number their records
 * differently. An address is the same account whichever service tells of it, so it holds for all connections and networks.
 */
export const annotationSubjectSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('record'), connectionId, resource, id: recordId }),
  z.strictObject({ kind: z.literal('address'), address: z.string().trim().min(1).max(400) }),
]);

export type AnnotationSubject = z.infer<typeof annotationSubjectSchema>;

/** The user's words on one subject. Empty text means none; one of the two is always there. */
export const annotationSchema = z.object({
  subject: annotationSubjectSchema,
  /** One line. */
  label: z.string().max(longestLabel),
  /** Plain text of any number of lines. */
  note: z.string().max(longestNote),
  /** In milliseconds since 1970 UTC. */
  changedAt: z.number(),
});

export type Annotation = z.infer<typeof annotationSchema>;

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
