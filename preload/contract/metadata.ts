import { z } from 'zod';
import { dayOf } from './days.ts';
import type { Json } from './json.ts';
import type { Sort } from './query.ts';
import { resources } from './resources.ts';
import { type ResourceName, resourceNames } from './resources/names.ts';
import type { FieldType } from './resources/types.ts';

/** The service's metadata merged with the catalogue. Source: data service interface, "Metadata endpoints". */

/** Resources with aggregates. Source: data service interface, "Aggregate endpoints". */
export const aggregateResources = ['assets', 'tokens'] as const;
export type AggregateResource = (typeof aggregateResources)[number];

export type MetadataSubject = ResourceName | `${AggregateResource}/aggregates`;

export function metadataPath(subject: MetadataSubject): string {
  const [name, aggregates] = subject.split('/');
  const resource = resourceNames.find((candidate) => candidate === name) ?? 'assets';
  return `${resources[resource].path}${aggregates === undefined ? '' : '/aggregates'}/meta`;
}

const optionSchema = z.object({
  value: z.union([z.string(), z.number(), z.boolean()]),
  label: z.string(),
});

const sortSchema = z.object({ field: z.string(), direction: z.enum(['asc', 'desc']) });

const aggregateTermsSchema = z.object({
  groupBy: z.array(z.string()),
  aggregateFunction: z.array(z.string()),
  interval: z.array(z.string()),
  mode: z.array(z.string()),
});

const jsonSchema: z.ZodType<Json> = z.json();
const furtherMembers = z.record(z.string(), jsonSchema);

const serviceFieldSchema = z.object({
  name: z.string(),
  label: z.string().optional(),
  type: z.string().optional(),
  description: z.string().optional(),
  filterable: z.boolean().optional(),
  sortable: z.boolean().optional(),
  operators: z.array(z.string()).optional(),
  options: z.array(optionSchema).optional(),
  further: furtherMembers.optional(),
});

export const serviceMetadataSchema = z.object({
  fields: z.array(serviceFieldSchema),
  defaultSort: sortSchema.optional(),
  defaultPerPage: z.number().int().optional(),
  aggregate: aggregateTermsSchema.optional(),
  further: furtherMembers.optional(),
  /** Invalid UTF-8 and JSON of the response that was mended, in sentences. */
  notes: z.array(z.string()).readonly().optional(),
});

/** `catalogue`: not named by the service; `service`: unknown to the app. */
type Origin = 'both' | 'service' | 'catalogue';

export interface FieldMetadata {
  readonly name: string;
  readonly label: string;
  /** The service's type, else the catalogue's. */
  readonly type: string;
  /** The catalogue's type, else derived from the service's. */
  readonly fieldType: FieldType;
  readonly description: string;
  readonly filterable: boolean;
  readonly sortable: boolean;
  readonly operators: string[];
  readonly options: MetadataOption[];
  readonly origin: Origin;
  readonly further?: Record<string, Json> | undefined;
}

interface Described {
  /** `catalogue`: without metadata of the service; `problem` says why. */
  readonly source: 'service' | 'catalogue';
  /** In milliseconds since 1970 UTC; null without an answer. */
  readonly fetchedAt: number | null;
  /** Why the metadata are not current, in a sentence. */
  readonly problem?: string | undefined;
  readonly notes?: readonly string[] | undefined;
  readonly request: string;
  /** The catalogue's fields in its order, then new ones. */
  readonly fields: FieldMetadata[];
  readonly defaultSort?: Sort | undefined;
  readonly defaultPerPage?: number | undefined;
  readonly further?: Record<string, Json> | undefined;
}

export interface ResourceMetadata extends Described {
  readonly aggregate?: AggregateTerms | undefined;
}

export interface AggregateMetadata extends Described {
  readonly aggregate: AggregateTerms;
  readonly measures: MetadataOption[];
}

export function metadataNote({
  source,
  fetchedAt,
  problem,
}: Pick<ResourceMetadata, 'source' | 'fetchedAt' | 'problem'>): string | null {
  if (problem === undefined) return null;
  const isBuiltIn = source === 'catalogue' || fetchedAt === null;
  const used = isBuiltIn ? 'The built-in catalogue is used' : `The metadata of ${dayOf(fetchedAt)} is used`;
  return `${used}. ${problem}`;
}

export type MetadataOption = z.infer<typeof optionSchema>;
export type ServiceField = z.infer<typeof serviceFieldSchema>;
export type ServiceMetadata = z.infer<typeof serviceMetadataSchema>;
export type AggregateTerms = z.infer<typeof aggregateTermsSchema>;
