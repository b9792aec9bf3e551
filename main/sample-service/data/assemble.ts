import type { Json } from '../../../preload/contract/json.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import type { Resource } from '../../../preload/contract/resources/types.ts';
import { layOut, makeFigures, metricObject, metricText, type Figures } from './figures.ts';

/** What a record says beside its metrics, by field. */
export type Facts = Readonly<Record<string, Json>>;

/** A record in two parts: what it says as far as it is known, and the figures that its metrics are made from. */
export interface SampleRecord {
  readonly facts: ResourceRecord;
  readonly figures: Figures;
}

/** The figures of a record without metrics. */
export const noFigures: Figures = makeFigures(layOut([]));

/** Every fact that records of the resource state, in the order of the catalogue; null where nothing is known. */
export function completeFacts({ fields }: Resource, facts: ResourceRecord): ResourceRecord {
  const record: Record<string, Json> & { id: string | number } = { id: facts.id };
  for (const { name, type, derived } of fields) {
    if (type !== 'metric' && derived !== true) record[name] = facts[name] ?? null;
  }
  return record;
}

/** The JSON text of a record: first its facts, then its metrics, in the order of the catalogue. */
export function recordText(resource: Resource, { facts, figures }: SampleRecord): string {
  let text = JSON.stringify(completeFacts(resource, facts)).slice(0, -1);
  for (const { name, type } of resource.fields) {
    if (type !== 'metric') continue;
    const metric = figures.layout.indexes.has(name) ? metricObject(figures, name) : null;
    text += `,"${name}":${metric === null ? 'null' : metricText(metric)}`;
  }
  return `${text}}`;
}

/** Where sample logos would be. Nothing is there: the host cannot exist. */
export function iconUrl(kind: string, slug: string): string {
  return `https://icons.example/${kind}/${slug}.svg`;
}
