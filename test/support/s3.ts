import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { listen, type TestServer } from './httpServer.ts';

/**
 * A bucket in memory that speaks S3 over HTTP: objects, parts, pages of lists, conditions on writes, signatures. None of the servers that
 * npm has for it knows conditions on writes: fauxqs 2.4.1 and s3rver 3.7.1 ignore `If-Match` of a PUT. Rule: Amazon S3 API Reference.
 */
export interface S3Server extends TestServer {
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly objects: ReadonlyMap<string, Uint8Array>;
  /** Uploads in parts that are not ended. */
  readonly uploads: ReadonlyMap<string, unknown>;
  /** Puts an object as another program would. */
  put(key: string, bytes: Uint8Array): void;
  /** Called before each request; the connection is cut where it returns true. */
  cut: (method: string, path: string) => boolean;
}

/** As many objects as a page of a list has at most. */
const pageLength = 10;
const smallestPart = 5 * 1024 * 1024;

interface StoredObject {
  readonly bytes: Buffer;
  readonly changedAt: Date;
  readonly tag: string;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export async function startS3(): Promise<S3Server> {
  const bucket = 'test-bucket';
  const keys = {
    accessKeyId: 'TESTKEY',
    secretAccessKey: 'secret/with+signs',
    sessionToken: 'session token/==',
  };
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Map<number, Buffer>>();

  function store(key: string, bytes: Buffer, tag = `"${md5(bytes)}"`): string {
    objects.set(key, { bytes, changedAt: new Date(), tag });
    return tag;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
    const body = await buffer(request);
    await checkSignature(request, url, body, keys);
    const [, name = '', ...path] = url.pathname.split('/').map(decodeURIComponent);
    if (name !== bucket) throw new Refusal(404, 'NoSuchBucket');
    const key = path.join('/');
    const uploadId = url.searchParams.get('uploadId');
    const known = objects.get(key);
    switch (request.method ?? '') {
      case 'GET':
        if (key === '') return sendXml(response, listed(objects, url.searchParams));
        if (known === undefined) throw new Refusal(404, 'NoSuchKey');
        response.writeHead(200, { etag: known.tag }).end(known.bytes);
        return;
      case 'PUT': {
        if (uploadId !== null) {
          const parts = uploads.get(uploadId);
          if (parts === undefined) throw new Refusal(404, 'NoSuchUpload');
          parts.set(Number(url.searchParams.get('partNumber')), body);
          response.writeHead(200, { etag: `"${md5(body)}"` }).end();
          return;
        }
        const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
        if (noneMatch === '*' && known !== undefined) throw new Refusal(412, 'PreconditionFailed');
        if (match !== undefined && known?.tag !== match) throw new Refusal(412, 'PreconditionFailed');
        response.writeHead(200, { etag: store(key, body) }).end();
        return;
      }
      case 'POST':
        if (uploadId === null) {
          const id = randomUUID();
          uploads.set(id, new Map());
          return sendXml(
            response,
            `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
          );
        }
        store(key, joined(uploads.get(uploadId), body.toString()), `"${md5(body)}-2"`);
        uploads.delete(uploadId);
        return sendXml(response, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
      case 'DELETE':
        if (uploadId === null) objects.delete(key);
        else uploads.delete(uploadId);
        response.writeHead(204).end();
        return;
      default:
        throw new Refusal(405, 'MethodNotAllowed');
    }
  }

  const server = await listen((request, response) => {
    if (started.cut(request.method ?? '', request.url ?? '')) {
      request.socket.destroy();
      return;
    }
    answer(request, response).catch((error: unknown) => {
      const { status, code } = error instanceof Refusal ? error : { status: 500, code: String(error) };
      sendXml(
        response,
        `<Error><Code>${code}</Code><Message>Refused &amp; said so</Message></Error>`,
        status,
      );
    });
  });
  const started: S3Server = {
    ...server,
    bucket,
    ...keys,
    get objects() {
      return new Map([...objects].map(([key, { bytes }]) => [key, bytes]));
    },
    uploads,
    put: (key, bytes) => store(key, Buffer.from(bytes)),
    cut: () => false,
  };
  return started;
}

/** Computes the signature of a request from its own headers, and compares. */
async function checkSignature(
  { method, headers }: IncomingMessage,
  url: URL,
  body: Buffer,
  keys: { accessKeyId: string; secretAccessKey: string; sessionToken: string },
): Promise<void> {
  const authorization = headers.authorization ?? '';
  const [, id = '', region = '', names = ''] =
    /Credential=([^/]+)\/\d+\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+)/.exec(authorization) ?? [];
  if (id !== keys.accessKeyId) throw new Refusal(403, 'InvalidAccessKeyId');
  const token = headers['x-amz-security-token'];
  if (token !== undefined && token !== keys.sessionToken) throw new Refusal(400, 'InvalidToken');
  const signed = names
    .split(';')
    .filter((name) => name !== 'host')
    .map((name): [string, string] => [name, String(headers[name])]);
  const expected = await new AwsV4Signer({
    accessKeyId: keys.accessKeyId,
    secretAccessKey: keys.secretAccessKey,
    service: 's3',
    region,
    method: method ?? '',
    url: url.href,
    headers: signed,
    datetime: String(headers['x-amz-date']),
  }).authHeader();
  if (expected !== authorization) throw new Refusal(403, 'SignatureDoesNotMatch');
  if (createHash('sha256').update(body).digest('hex') !== headers['x-amz-content-sha256'])
    throw new Refusal(400, 'XAmzContentSHA256Mismatch');
}

function listed(objects: ReadonlyMap<string, StoredObject>, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const found = [...objects]
    .filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const page = found.slice(0, pageLength);
  const next = found.length > page.length ? (page.at(-1)?.[0] ?? '') : '';
  const entries = page.map(
    ([key, { changedAt }]) =>
      `<Contents><Key>${escaped(key)}</Key><LastModified>${changedAt.toISOString()}</LastModified></Contents>`,
  );
  const token = next === '' ? '' : `<NextContinuationToken>${escaped(next)}</NextContinuationToken>`;
  return `<ListBucketResult>${entries.join('')}${token}</ListBucketResult>`;
}

function joined(parts: ReadonlyMap<number, Buffer> | undefined, list: string): Buffer {
  if (parts === undefined) throw new Refusal(404, 'NoSuchUpload');
  const numbers = [...list.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)].map(
    ([, number, tag = '']) => ({ number: Number(number), tag: tag.replaceAll('&quot;', '"') }),
  );
  return Buffer.concat(
    numbers.map(({ number, tag }, index) => {
      const part = parts.get(number);
      if (part === undefined || number !== index + 1 || tag !== `"${md5(part)}"`)
        throw new Refusal(400, 'InvalidPart');
      if (part.length < smallestPart && index < numbers.length - 1) throw new Refusal(400, 'EntityTooSmall');
      return part;
    }),
  );
}

function sendXml(response: ServerResponse, xml: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

function md5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
