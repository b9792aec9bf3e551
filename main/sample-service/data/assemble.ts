import type { Json } from '../../../preload/contract/json.ts';
import { isResourceRecord, type ResourceRecord } from '../../../preload/contract/records.ts';
import type { Resource } from '../../../preload/contract/resources/types.ts';
import { layOut, makeFigures, type Figures } from './figures.ts';

/** What a record says beside its metrics, by field. */
export type Facts = Readonly<Record<string, Json>>;

/** A record in two parts: what it says, every field that is no metric, and the figures that its metrics are made from. */
export interface SampleRecord {
  readonly facts: ResourceRecord;
  readonly figures: Figures;
}

/** The figures of a record without metrics. */
export const noFigures: Figures = makeFigures(layOut([]));

/** A record with every member that records of its resource have, in the order of the catalogue; null where nothing is known. */
export function assemble(resource: Resource, facts: Facts, figures: Figures): SampleRecord {
  const record: Record<string, Json> = {};
  for (const { name, type, derived } of resource.fields) {
    if (type !== 'metric' && derived !== true) record[name] = facts[name] ?? null;
  }
  if (!isResourceRecord(record)) throw new Error(`A record of ${resource.name} has no id.`);
  return { facts: record, figures };
}

/** Where sample logos would be. Nothing is there: the host cannot exist. */
export function iconUrl(kind: string, slug: string): string {
  return `https://icons.example/${kind}/${slug}.svg`;
}
