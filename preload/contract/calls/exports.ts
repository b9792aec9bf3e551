import { z } from 'zod';
import {
  exportPreviewSchema,
  exportRequestSchema,
  pastExportSchema,
  verificationSchema,
} from '../exports.ts';
import { jobSchema } from '../jobs.ts';
import { call, nothing, ticket } from './call.ts';

/** Files made from what is shown. */
export const exportCalls = {
  /** The first rows of an export, from what is cached, and its cost. */
  previewExport: call(
    z.strictObject({
      request: exportRequestSchema,
      /** As many records as the view says that match, where it knows. */
      knownTotal: z.number().int().nullable(),
      ticket: ticket.optional(),
    }),
    exportPreviewSchema,
  ),
  /** Asks for a file name, and before it replaces a file; then writes. Null when the user closed the dialog. */
  startExport: call(z.strictObject({ request: exportRequestSchema }), jobSchema.nullable()),
  /** Puts a small export on the clipboard: CSV as tab-separated cells, JSON, JSON Lines and Markdown as they are. */
  copyExport: call(z.strictObject({ request: exportRequestSchema }), z.object({ rows: z.number().int() })),
  /** The exports made on this computer, the latest first. */
  listExports: call(nothing, z.array(pastExportSchema)),
  /** Makes an export again, into the same file, with fresh data. */
  repeatExport: call(z.strictObject({ exportId: z.string().min(1).max(100) }), jobSchema),
  /** Asks for a file and checks it against the description beside it. Null when the user closed the dialog. */
  verifyExport: call(z.strictObject({ ticket: ticket.optional() }), verificationSchema.nullable()),
} as const;

export const exportEvents = {
  /** How much of a file is read that is checked: bytes so far, and in all. */
  verifyProgress: z.object({ ticket, done: z.number().int(), total: z.number().int() }),
} as const;
