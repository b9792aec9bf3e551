import { BufferReader } from 'pg-protocol/dist/buffer-reader.js';

/** As pg-protocol 1.16 declares it, with the parts that it keeps to itself. */
interface Reader {
  offset: number;
  readonly buffer: Buffer;
}

/**
 * Has pg throw where a message breaks off. By itself it reads on behind the last byte, and looks there for the end of an error for ever: any
 * server, or whoever answers in its place, could stop the app. Rule: PostgreSQL, "Message Formats": each text ends with a zero byte.
 */
Object.assign(BufferReader.prototype, {
  string(this: Reader, length: number): string {
    const end = this.offset + length;
    if (length < 0 || end > this.buffer.length) throw new RangeError('A message breaks off.');
    const text = this.buffer.toString('utf8', this.offset, end);
    this.offset = end;
    return text;
  },
  cstring(this: Reader): string {
    const end = this.buffer.indexOf(0, this.offset);
    if (end < 0) throw new RangeError('A message breaks off.');
    const text = this.buffer.toString('utf8', this.offset, end);
    this.offset = end + 1;
    return text;
  },
} satisfies Partial<BufferReader> & ThisType<Reader>);
