import type { Register } from '../../app/app.svelte.ts';
import { queriesOf } from '../queryBuilder/queries.ts';
import { computedColumnsOf } from './computedColumns.svelte.ts';

export const register: Register = (app) => {
  const columns = computedColumnsOf(app);
  queriesOf(app).computed = (resource) => columns.builderFields(resource);
  void columns.read();
  return {};
};
