import { z } from 'zod';

/** What can be asked of a resource, read tolerantly from the service's metadata or, where it gives none, from the catalogue. */

const optionSchema = z.object({ value: z.union([z.string(), z.number(), z.boolean()]), label: z.string() });

export const fieldMetadataSchema = z.object({
  name: z.string(),
  label: z.string(),
  /** The service's own word for the type. */
  type: z.string(),
  description: z.string(),
  filterable: z.boolean(),
  sortable: z.boolean(),
  operators: z.array(z.string()),
  options: z.array(optionSchema),
});

export const resourceMetadataSchema = z.object({
  source: z.enum(['service', 'catalogue']),
  fields: z.array(fieldMetadataSchema),
  defaultSort: z.object({ field: z.string(), direction: z.enum(['asc', 'desc']) }).optional(),
  defaultPerPage: z.number().int().optional(),
  aggregate: z
    .object({
      groupBy: z.array(z.string()),
      aggregateFunction: z.array(z.string()),
      interval: z.array(z.string()),
      mode: z.array(z.string()),
    })
    .optional(),
});

export type FieldMetadata = z.infer<typeof fieldMetadataSchema>;
export type ResourceMetadata = z.infer<typeof resourceMetadataSchema>;
