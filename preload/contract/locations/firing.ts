import type { Firing } from '../alerts.ts';
import type { Location } from './location.ts';

export function placeOfFiring({ subject }: Pick<Firing, 'subject'>): Location {
  if (subject.kind === 'record') return { view: 'record', resource: subject.resource, id: subject.id };
  const [only] = subject.ids;
  return subject.count === 1 && only !== undefined
    ? { view: 'record', resource: 'transactions', id: only }
    : { view: 'feed', listId: subject.listId, show: 'all' };
}
