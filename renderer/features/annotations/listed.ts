import type { Annotation } from '../../../preload/contract/annotations.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { ExportScope } from '../../../preload/contract/exports.ts';
import { resources } from '../../../preload/contract/resources.ts';

export interface Listed {
  readonly annotation: Annotation;
  /** Kind of the subject: `Asset`, `Address`. */
  readonly kind: string;
  /** The record's name, or its id if unknown; an address in full. */
  readonly name: string;
  /** The record's connection, if it is not the window's. */
  readonly elsewhere: string | null;
}

interface Known {
  readonly connections: readonly Connection[];
  readonly activeId: string;
  nameOf(resource: string, id: string | number): string | undefined;
}

export function listed(annotation: Annotation, { connections, activeId, nameOf }: Known): Listed {
  const { subject } = annotation;
  if (subject.kind === 'address') {
    return { annotation, kind: 'Address', name: subject.address, elsewhere: null };
  }
  const isHere = subject.connectionId === activeId;
  const connection = connections.find(({ id }) => id === subject.connectionId);
  return {
    annotation,
    kind: resources[subject.resource].singular,
    name: (isHere ? nameOf(subject.resource, subject.id) : undefined) ?? String(subject.id),
    elsewhere: isHere ? null : (connection?.name ?? 'a connection that was removed'),
  };
}

export function hasWords({ annotation: { label, note }, kind, name }: Listed, words: string): boolean {
  const text = [label, note, kind, name].join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Returns a table to export. `now`: milliseconds since 1970 UTC. */
export function tableOf(
  all: readonly Listed[],
  { id, sample }: Connection,
  now: number,
): Extract<ExportScope, { kind: 'table' }> {
  return {
    kind: 'table',
    title: 'Labels and notes',
    columns: [
      { name: 'kind', label: 'Kind', type: 'text' },
      { name: 'id', label: 'Id or address', type: 'text' },
      { name: 'name', label: 'Name', type: 'text' },
      { name: 'label', label: 'Label', type: 'text' },
      { name: 'note', label: 'Note', type: 'text' },
      { name: 'changed_at', label: 'Changed', type: 'datetime' },
    ],
    rows: all.map(({ annotation: { subject, label, note, changedAt }, kind, name }) => [
      kind,
      subject.kind === 'address' ? subject.address : String(subject.id),
      name,
      label,
      note,
      new Date(changedAt).toISOString(),
    ]),
    provenance: {
      connectionId: id,
      sample,
      source: 'local',
      fetchedAt: null,
      request: '',
      stale: false,
      coverage: { kind: 'complete', asOf: now },
    },
  };
}
