import { z } from 'zod';
import { dayOf } from './days.ts';
import type { Json } from './json.ts';
import type { Sort } from './query.ts';
import { resources } from './resources.ts';
import { type ResourceName, resourceNames } from './resources/names.ts';
import type { FieldType } from './resources/types.ts';

/**
 * What can be queried of a resource or of its aggregates: what the service's metadata tell, joined with what the catalogue knows.
 * Rule: data service interface, "Metadata endpoints".
 */

/** The resources that can be summed up. Rule: data service interface, "Aggregate endpoints". */
export const aggregateResources = ['assets', 'tokens'] as const;
export type AggregateResource = (typeof aggregateResources)[number];

/** What has metadata: the list of a resource, or its aggregates. */
export type MetadataSubject = ResourceName | `${AggregateResource}/aggregates`;

/** The path of a metadata endpoint, for example `/v4/tokens/aggregates/meta`. */
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

/** A field as a metadata endpoint describes it: what it leaves out is absent. */
const serviceFieldSchema = z.object({
  name: z.string(),
  label: z.string().optional(),
  /** The service's own word for the type. */
  type: z.string().optional(),
  description: z.string().optional(),
  filterable: z.boolean().optional(),
  sortable: z.boolean().optional(),
  operators: z.array(z.string()).optional(),
  options: z.array(optionSchema).optional(),
  /** Members that the app does not know, as they came. */
  further: furtherMembers.optional(),
});

/** The answer of a metadata endpoint. */
export const serviceMetadataSchema = z.object({
  fields: z.array(serviceFieldSchema),
  defaultSort: sortSchema.optional(),
  defaultPerPage: z.number().int().optional(),
  aggregate: aggregateTermsSchema.optional(),
  further: furtherMembers.optional(),
  /** What of the answer could not be read as it came, in sentences. */
  notes: z.array(z.string()).readonly().optional(),
});

/** Where it is known from. `catalogue`: the service did not name it; `service`: the app did not know it. */
type Origin = 'both' | 'service' | 'catalogue';

export interface FieldMetadata {
  readonly name: string;
  readonly label: string;
  /** The service's own word for the type; the catalogue's where the service says none. */
  readonly type: string;
  /** How the app reads and shows its values: the catalogue's type, else what the service's word says. */
  readonly fieldType: FieldType;
  readonly description: string;
  readonly filterable: boolean;
  readonly sortable: boolean;
  /** Those of the service, where it names any; an operator that the app has never heard of is among them. */
  readonly operators: string[];
  readonly options: MetadataOption[];
  readonly origin: Origin;
  readonly further?: Record<string, Json> | undefined;
}

interface Described {
  /** `catalogue`: the service gave no metadata, and `problem` says why. */
  readonly source: 'service' | 'catalogue';
  /** When the service answered, in milliseconds since 1970 UTC; null where it did not. */
  readonly fetchedAt: number | null;
  /** Why these are the catalogue's or older metadata, in a sentence. */
  readonly problem?: string | undefined;
  /** What of the service's answer could not be read as it came, in sentences. */
  readonly notes?: readonly string[] | undefined;
  /** Path of the endpoint. */
  readonly request: string;
  /** Those of the catalogue in its order, then the new ones. */
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
  /** The figures that can be summed up: the choices of `measure_slug`. */
  readonly measures: MetadataOption[];
}

/**
 * Says that what can be queried is not known from the service as it is now, and why; null where it is.
 */
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
