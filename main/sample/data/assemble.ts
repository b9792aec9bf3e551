import type { Json } from '../../../preload/contract/json.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import type { Resource } from '../../../preload/contract/resources/types.ts';
import { layOut, makeFigures, metricObject, type Figures } from './figures.ts';

/** What a record says beside its metrics, by field. */
export type Facts = Readonly<Record<string, Json>>;

/** The figures of a record without metrics. */
export const noFigures: Figures = makeFigures(layOut([]));

/** A record with every field of its resource, in the order of the catalogue; null where nothing is known. */
export function assemble(resource: Resource, facts: Facts, figures: Figures): ResourceRecord {
  const record: Record<string, Json> = {};
  for (const { name, type } of resource.fields) {
    const fact = facts[name];
    record[name] =
      fact ?? (type === 'metric' && figures.places.has(name) ? metricObject(figures, name) : null);
  }
  const { id } = facts;
  if (typeof id !== 'number' && typeof id !== 'string')
    throw new Error(`A record of ${resource.name} has no id.`);
  return { ...record, id };
}

/** Where sample logos would be. Nothing is there: the host cannot exist. */
export function iconUrl(kind: string, slug: string): string {
  return `https://icons.example/${kind}/${slug}.svg`;
}
