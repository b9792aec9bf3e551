import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Address } from '../../../../preload/contract/mirrors.ts';
import type { StorageTransport } from '../../../data-service/transport.ts';

/** The requests of S3 that a mirror needs. Rule: Amazon S3 API Reference. aws4fetch signs them. */

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** An answer that says why not. */
export class S3Error extends Error {
  readonly status: number;
  /** As the service names it: `NoSuchBucket`; empty where it does not. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`${status.toString()} ${code} ${message}`.trim());
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
  }
}

/** Larger files go in parts, of this size: at most 10,000, each of at least 5 MiB but the last. */
export const partBytes = 8 * 1024 * 1024;
const attempts = 4;
const timeoutMs = 120_000;

interface Sending {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Empty for the bucket. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

export type S3Client = ReturnType<typeof s3Client>;

export function s3Client({ endpoint, region, bucket }: S3Address, keys: S3Keys, transport: StorageTransport) {
  /** @throws S3Error for an answer that is none of success; what the transport throws where there is no answer */
  async function send(sending: Sending): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendOnce(sending);
      } catch (error) {
        const mayPass = error instanceof S3Error ? error.status >= 500 || error.status === 429 : true;
        if (!mayPass || attempt === attempts || (error instanceof S3Error && error.status === 501))
          throw error;
        await setTimeout(100 * 3 ** attempt);
      }
    }
  }

  async function sendOnce({ method, key, query, headers, body }: Sending): Promise<Response> {
    const url = new URL(endpoint);
    const path = [bucket, ...(key === '' ? [] : key.split('/'))].map(encodeURIComponent).join('/');
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      ...keys,
      service: 's3',
      region,
      method,
      url: url.href,
      headers: {
        ...headers,
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
    }).sign();
    const response = await transport(signed.url.href, {
      method,
      headers: Object.fromEntries(signed.headers),
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return response;
    const text = await response.text();
    throw new S3Error(response.status, textOf(text, 'Code') ?? '', textOf(text, 'Message') ?? '');
  }

  async function putParts(key: string, file: FileHandle, bytes: number): Promise<void> {
    const begun = await (await send({ method: 'POST', key, query: { uploads: '' } })).text();
    const uploadId = textOf(begun, 'UploadId');
    if (uploadId === null) throw new S3Error(200, '', 'The upload has no id.');
    try {
      const tags: string[] = [];
      for (let from = 0; from < bytes; from += partBytes) {
        const body = await readPart(file, from, Math.min(partBytes, bytes - from));
        const query = { partNumber: (tags.length + 1).toString(), uploadId };
        const { headers } = await send({ method: 'PUT', key, query, body });
        tags.push(headers.get('etag') ?? '');
      }
      const list = tags.map(
        (tag, index) =>
          `<Part><PartNumber>${(index + 1).toString()}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
      );
      const body = new TextEncoder().encode(
        `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`,
      );
      const ended = await (await send({ method: 'POST', key, query: { uploadId }, body })).text();
      // The answer begins before the work is done, so its status says nothing.
      if (ended.includes('<Error>'))
        throw new S3Error(500, textOf(ended, 'Code') ?? '', textOf(ended, 'Message') ?? '');
    } catch (error) {
      await send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
      throw error;
    }
  }

  return {
    /** Null where there is no such object. */
    async get(key: string): Promise<Response | null> {
      try {
        return await send({ method: 'GET', key });
      } catch (error) {
        if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return null;
        throw error;
      }
    },
    put: (key: string, body: Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = {}) =>
      send({ method: 'PUT', key, body, headers }),
    async putFile(key: string, path: string): Promise<void> {
      const file = await open(path);
      try {
        const { size } = await file.stat();
        if (size <= partBytes) await send({ method: 'PUT', key, body: await readPart(file, 0, size) });
        else await putParts(key, file, size);
      } finally {
        await file.close();
      }
    },
    async remove(key: string): Promise<void> {
      await send({ method: 'DELETE', key });
    },
    async *list(prefix: string): AsyncGenerator<{ key: string; changedAt: number }> {
      let token: string | null = '';
      do {
        const query: Record<string, string> = {
          'list-type': '2',
          prefix,
          ...(token === '' ? {} : { 'continuation-token': token }),
        };
        const text = await (await send({ method: 'GET', key: '', query })).text();
        for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          yield {
            key: textOf(entry, 'Key') ?? '',
            changedAt: Date.parse(textOf(entry, 'LastModified') ?? ''),
          };
        token = textOf(text, 'NextContinuationToken');
      } while (token !== null && token !== '');
    },
  };
}

async function readPart(file: FileHandle, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await file.read(bytes, 0, length, from);
  if (bytesRead < length) throw new Error('The file is shorter than it was.');
  return bytes;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of an element of an answer. */
function textOf(xml: string, name: string): string | null {
  const [, text] = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml) ?? [];
  if (text === undefined) return null;
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (entity, decimal, hex, named) => {
    if (typeof decimal === 'string') return String.fromCodePoint(Number(decimal));
    if (typeof hex === 'string') return String.fromCodePoint(Number.parseInt(hex, 16));
    return entities[String(named)] ?? entity;
  });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
