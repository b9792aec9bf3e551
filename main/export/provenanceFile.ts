import { basename } from 'node:path';
import type { Provenance } from '../../preload/contract/provenance.ts';
import type { Query } from '../../preload/contract/query.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';

/** The first and the last moment at which the figures of a file were fetched. */
export class FetchSpan {
  #first: number | null = null;
  #last: number | null = null;

  add(fetchedAt: number | null): void {
    if (fetchedAt === null) return;
    this.#first = Math.min(this.#first ?? fetchedAt, fetchedAt);
    this.#last = Math.max(this.#last ?? fetchedAt, fetchedAt);
  }

  get first(): number | null {
    return this.#first;
  }

  get last(): number | null {
    return this.#last;
  }
}

export interface ProvenanceFileOptions {
  readonly path: string;
  readonly resource: ResourceName;
  readonly query: Query;
  readonly columns: readonly string[];
  readonly provenance: Provenance;
  readonly span: FetchSpan;
  readonly rows: number;
  /** As many records as the service counts, all of them from it. */
  readonly complete: boolean;
  /** Of the exported file, in hexadecimal digits. */
  readonly sha256: string;
  readonly writtenAt: number;
}

/** What stands beside an exported file: where its figures come from, as JSON. Moments are ISO 8601 in UTC. */
export function provenanceFile(options: ProvenanceFileOptions): string {
  const { provenance, span } = options;
  const content = {
    file: basename(options.path),
    sha256: options.sha256,
    rows: options.rows,
    complete: options.complete,
    sampleData: provenance.sample,
    source: provenance.source,
    coverage: provenance.coverage,
    connection: provenance.connectionId,
    resource: options.resource,
    query: options.query,
    columns: options.columns,
    fetchedFrom: isoMoment(span.first),
    fetchedTo: isoMoment(span.last),
    writtenAt: isoMoment(options.writtenAt),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function isoMoment(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}
