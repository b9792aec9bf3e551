import { z } from 'zod';
import { call } from './call.ts';
import { sqlOriginSchema } from './exports.ts';
import { provenanceSchema } from './provenance.ts';

/** A column of figures, NaN where there is none, or of texts. */
const columnSchema = z.strictObject({
  name: z.string().max(500),
  cells: z.union([
    z.custom<Float64Array>((value) => value instanceof Float64Array),
    z.array(z.string().max(10_000)).max(100_000),
  ]),
});

/** A PNG file of more bytes than these is no picture of a chart. */
const maxPngBytes = 64 * 1024 * 1024;
const png = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .refine((bytes) => bytes.byteLength <= maxPngBytes && startsAsPng(bytes), {
    message: 'This is not a picture.',
  });

const name = z.string().min(1).max(200);

/** Charts as files and on the clipboard. A save asks for a file name; null when the user closed the dialog. */
export const pictureCalls = {
  savePng: call({ name, png }).returns<string | null>(),
  /** Writes the figures behind a chart; where they come from is written beside them. */
  saveFigures: call({
    name,
    columns: z.array(columnSchema).min(1).max(2000),
    provenance: provenanceSchema,
    /** The statement that a result of SQL comes from, and what is cached of what it reads. */
    sql: sqlOriginSchema.optional(),
    /** Further answers that the figures come from. */
    others: z.array(provenanceSchema).max(10).optional(),
  }).returns<string | null>(),
  copyPicture: call({ png }).returns<undefined>(),
} as const;

/** Rule: Portable Network Graphics, 5.2. */
function startsAsPng(bytes: Uint8Array): boolean {
  return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, at) => bytes[at] === byte);
}
