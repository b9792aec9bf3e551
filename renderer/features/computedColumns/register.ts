import { computedColumnsOf } from '../../query/computedColumns.svelte.ts';
import { queriesOf } from '../../query/queries.ts';
import type { Register } from '../../shell/app.svelte.ts';
import { askedDialog } from '../../shell/feature.ts';

export const register: Register = (app) => {
  const columns = computedColumnsOf(app);
  queriesOf(app).computed = (resource) => columns.builderFields(resource);
  void columns.read();
  return {
    dialogs: [
      askedDialog(app.dialogs, 'computedColumn', () => import('./ComputedColumnDialog.svelte')),
      askedDialog(app.dialogs, 'deleteComputedColumn', () => import('./DeleteColumnDialog.svelte')),
    ],
  };
};
