import { z } from 'zod';
import { annotationChangeSchema, annotationSchema, annotationSubjectSchema } from '../annotations.ts';
import { call, nothing } from './call.ts';

/** The user's private labels and notes. */
export const annotationCalls = {
  /** All of them: they are written by hand, so there are thousands at most. */
  listAnnotations: call(nothing, z.array(annotationSchema)),
  /** Writes label, note or both of one subject. Null where nothing is left on it. */
  changeAnnotation: call(annotationChangeSchema, annotationSchema.nullable()),
} as const;

export const annotationEvents = {
  /** A label or note was written or removed; `annotation` is null where nothing is left on the subject. */
  annotationChanged: z.object({
    subject: annotationSubjectSchema,
    annotation: annotationSchema.nullable(),
  }),
} as const;
