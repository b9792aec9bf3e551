/**
 * The body of an answer, on memory that threads share; null once it is larger than the limit. The connection is not dropped by that
 * on Electron: the sender of the request aborts it.
 */
export async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  if (response.body !== null) {
    const chunks: ReadableStream<Uint8Array> = response.body;
    for await (const chunk of chunks) {
      length += chunk.byteLength;
      if (length > maxBytes) return null;
      parts.push(chunk);
    }
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
}
