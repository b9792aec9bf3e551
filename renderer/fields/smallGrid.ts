import type { Resource } from '../../preload/contract/resources/types.ts';
import { fieldsOf, type ShownField } from './infer.ts';
import { isFigure } from './present.ts';

/**
 * Returns `most` columns: the record's name, then default columns, always with the first figure. `shared` is
 * the id that all rows share: it and its name are omitted.
 */
export function smallGridColumns(resource: Resource, most: number, shared: string): readonly ShownField[] {
  const stem = shared.replace(/_ids?$/, '');
  const covered = new Set([shared, stem, `${stem}_name`, `${stem}_names`]);
  const known = fieldsOf(resource, []);
  const names = [resource.titleField, ...resource.defaultColumns].filter(
    (name, index, all) => !covered.has(name) && all.indexOf(name) === index,
  );
  const columns = names.flatMap((name) => known.find((field) => field.name === name) ?? []);
  const figure = columns.find(isFigure);
  const shown = columns.slice(0, most);
  if (figure === undefined || shown.includes(figure)) return shown;
  return [...shown.slice(0, most - 1), figure];
}
