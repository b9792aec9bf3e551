import type { RowGroup } from 'hyparquet';

/** A piece of a file: the bytes of some rows. Pieces that follow one another make up the rows of the file. */
export interface Segment {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rows: number;
  /** Values that the format cannot take. */
  readonly leftOut: number;
  /** Of Parquet: what the end of the file says of these bytes, as if they stood at its beginning. */
  readonly group: RowGroup | null;
}

/** Makes the pieces of a file from cached records, each for itself: several threads may share them out. */
export interface SegmentMaker {
  readonly count: number;
  make(index: number): Segment;
}

/** Gives memory back at once where it is this piece's own: the collector would let hundreds of MB pass before it looks. */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
