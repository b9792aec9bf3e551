import { z } from 'zod';
import { call } from './call.ts';
import { sqlOriginSchema } from './exports.ts';
import { provenanceSchema } from './provenance.ts';

const columnSchema = z.strictObject({
  name: z.string().max(500),
  cells: z.union([
    z.custom<Float64Array>((value) => value instanceof Float64Array),
    z.array(z.string().max(10_000)).max(100_000),
  ]),
});

const maxPngBytes = 64 * 1024 * 1024;
const png = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .refine((bytes) => bytes.byteLength <= maxPngBytes && startsAsPng(bytes), {
    message: 'This is not a picture.',
  });

const name = z.string().min(1).max(200);

/** A save asks for a file name; null if the user cancels. */
export const pictureCalls = {
  savePng: call({ name, png }).returns<string | null>(),
  /** Also describes the source of the figures in a file beside it. */
  saveFigures: call({
    name,
    columns: z.array(columnSchema).min(1).max(2000),
    provenance: provenanceSchema,
    sql: sqlOriginSchema.optional(),
    others: z.array(provenanceSchema).max(10).optional(),
  }).returns<string | null>(),
  copyPicture: call({ png }).returns<undefined>(),
} as const;

/** Source: Portable Network Graphics, 5.2. */
function startsAsPng(bytes: Uint8Array): boolean {
  return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, at) => bytes[at] === byte);
}
