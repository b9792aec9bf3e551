import type { SqlView } from '../../../preload/contract/sql.ts';
import { resourceViews } from '../../store/records/resourceViews.ts';
import { changesView } from '../../store/history/changesView.ts';

export const labelsView: SqlView = {
  name: 'labels',
  resource: null,
  description: 'Your private labels and notes on records of this connection and on addresses.',
  columns: [
    ['resource', 'The view of the labelled record; empty for an address.'],
    ['record_id', 'The id of the labelled record; empty for an address.'],
    ['address', 'The labelled address, in lower case where it is hexadecimal; empty for a record.'],
    ['label', 'The label.'],
    ['note', 'The note.'],
  ].map(([name = '', description = '']) => ({
    name,
    type: name === 'record_id' ? 'id' : 'text',
    label: name,
    description,
    indexed: false,
  })),
};

export function documentedViews(): SqlView[] {
  const views = resourceViews('main').map(({ name, resource, description, columns }) => ({
    name,
    resource,
    description,
    columns: columns.map(({ sql: _, reads: __, ...column }) => column),
  }));
  return [...views, changesView, labelsView];
}
