import { compareTexts } from '../../preload/contract/textOrder.ts';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { UserStore } from './store.ts';
import type { DocumentChange } from './storeTypes.ts';

export interface DocumentsRead<Document> {
  readonly documents: Document[];
  readonly notices: string[];
}

/** The user's documents of one kind, on the main thread. `one` and `many` name them in notices. */
export function documentsOf<Document extends { readonly id: string }>(
  user: Pick<UserStore, 'listDocuments'>,
  { kind, schema, one, many }: { kind: string; schema: z.ZodType<Document>; one: string; many: string },
) {
  return {
    /** Reports and keeps documents that a newer app wrote or the disk damaged. */
    async read(): Promise<DocumentsRead<Document>> {
      const read = (await user.listDocuments(kind)).map(({ value }) => schema.safeParse(value));
      const unread = read.filter(({ success }) => !success).length;
      const sentence =
        unread === 1
          ? `One ${one} could not be read. It was left unchanged.`
          : `${unread.toString()} ${many} could not be read. They were left unchanged.`;
      return {
        documents: read.flatMap((result) => (result.success ? [result.data] : [])),
        notices: unread === 0 ? [] : [sentence],
      };
    },
    write: (document: Document): DocumentChange => ({
      kind,
      id: document.id,
      value: z.json().parse(document),
    }),
    remove: (id: string): DocumentChange => ({ kind, id }),
  };
}

/** Adds the replaced document's id and times, or new ones. Times in milliseconds since 1970 UTC. */
export function stamped<Content extends object>(
  content: Content,
  now: number,
  before?: { readonly id: string; readonly createdAt: number },
): Content & { id: string; createdAt: number; changedAt: number } {
  return { ...content, id: before?.id ?? randomUUID(), createdAt: before?.createdAt ?? now, changedAt: now };
}

export function byName<Document extends { readonly name: string }>({
  documents,
  notices,
}: DocumentsRead<Document>): DocumentsRead<Document> {
  return { documents: documents.toSorted((a, b) => compareTexts(a.name, b.name)), notices };
}
