import { z } from 'zod';
import { jobSchema } from '../jobs.ts';
import { querySchema } from '../query.ts';
import { call, connectionId, fieldNames, resource } from './call.ts';

/** Files made from what is shown. */
export const exportCalls = {
  /** Asks for a file name, then writes every record of the query to it. Null when the user closed the dialog. */
  exportCsv: call(
    z.strictObject({
      connectionId,
      resource,
      query: querySchema,
      columns: fieldNames,
    }),
    jobSchema.nullable(),
  ),
} as const;
