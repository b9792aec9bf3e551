import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '../../../../preload/contract/days.ts';
import { FailureError, errorText, type FailureCode } from '../../../../preload/contract/failures.ts';
import type { S3Address } from '../../../../preload/contract/mirrors.ts';
import type { StorageTransport } from '../../../data-service/transport.ts';
import { isRunning } from '../../../platform/system/processes.ts';
import { retryAt } from '../retryAt.ts';
import { codeOf } from './folderStorage.ts';
import { manifestName } from './manifest.ts';
import { S3Error, s3Client, type S3Keys } from './s3Client.ts';
import type { MirrorStorage } from './storage.ts';

/** A mirror of one resource in a bucket. No lock keeps a second process away: the manifest is replaced only where it is the one that was read. */
export function s3Storage(
  address: S3Address,
  table: string,
  { transport, secret }: { readonly transport: StorageTransport; readonly secret?: string | undefined },
): MirrorStorage {
  const { bucket, prefix } = address;
  const base = `${prefix === '' ? '' : `${prefix}/`}${table}/`;
  const name = `s3://${bucket}/${base.slice(0, -1)}`;
  let client: ReturnType<typeof s3Client> | null = null;
  let workFolder: string | null = null;
  /** Of the manifest that was read or written last. */
  let tag: string | null = null;

  function bucketClient(): ReturnType<typeof s3Client> {
    client ??= s3Client(address, keysOf(secret), transport);
    return client;
  }

  async function readManifest(): Promise<string | null> {
    const response = await bucketClient().get(base + manifestName);
    tag = response?.headers.get('etag') ?? null;
    return (await response?.text()) ?? null;
  }

  return {
    name,
    // Another process may write them just now.
    leftoverMs: 7 * dayMs,
    async prepare() {
      await removeWorkFolders();
      workFolder = await mkdtemp(join(tmpdir(), `${workName}${process.pid.toString()}-`));
      return workFolder;
    },
    readManifest,
    async writeManifest(text) {
      const body = new TextEncoder().encode(text);
      const condition = tag === null ? { 'if-none-match': '*' } : { 'if-match': tag };
      const put = (headers: Record<string, string>): Promise<Response> =>
        bucketClient().put(base + manifestName, body, { 'content-type': 'application/json', ...headers });
      try {
        const response = await put(condition).catch((error: unknown) => {
          // A service without conditions.
          if (error instanceof S3Error && error.status === 501) return put({});
          throw error;
        });
        tag = response.headers.get('etag');
        if (tag === null) await readManifest();
      } catch (error) {
        if (!(error instanceof S3Error) || (error.status !== 412 && error.status !== 409)) throw error;
        // The answer to an earlier attempt may have been lost.
        if ((await readManifest()) === text) return;
        throw new FailureError({
          code: 'storage',
          message: `Another mirror writes to ${name}. Stop one of the two, then run the mirror again: it resumes where the other stands.`,
        });
      }
    },
    async fetch(path) {
      const response = await bucketClient().get(base + path);
      const local = join(workFolder ?? '', 'stored.parquet');
      await rm(local, { force: true });
      const body = response?.body ?? null;
      if (body === null) return local;
      const file = await open(local, 'wx');
      try {
        for await (const bytes of body) await file.write(bytes);
      } finally {
        await file.close();
      }
      return local;
    },
    put: (local, path) => bucketClient().putFile(base + path, local),
    async list() {
      const found: { path: string; changedAt: number }[] = [];
      for await (const { key, changedAt } of bucketClient().list(base)) {
        const path = key.slice(base.length);
        if (!path.startsWith('_')) found.push({ path, changedAt });
      }
      return found;
    },
    async remove(paths) {
      for (const path of paths) await bucketClient().remove(base + path);
    },
    explain: (error) => s3Failure(error, address),
    async close() {
      if (workFolder !== null) await rm(workFolder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}

const workName = 'rwa-explorer-mirror-';

/** Removes the folders of processes that were killed. */
async function removeWorkFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = /^rwa-explorer-mirror-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** @param secret `ACCESS_KEY_ID:SECRET_ACCESS_KEY` */
function keysOf(secret: string | undefined): S3Keys {
  const { env } = process;
  const [accessKeyId = '', secretAccessKey = ''] =
    secret === undefined
      ? [env['AWS_ACCESS_KEY_ID'], env['AWS_SECRET_ACCESS_KEY']]
      : [secret.slice(0, secret.indexOf(':')), secret.slice(secret.indexOf(':') + 1)];
  if (accessKeyId === '' || secretAccessKey === '') {
    throw new FailureError({
      code: 'no-key',
      message:
        'The bucket needs a key. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or enter it in the mirror’s settings.',
    });
  }
  const sessionToken = secret === undefined ? (env['AWS_SESSION_TOKEN'] ?? '') : '';
  return { accessKeyId, secretAccessKey, ...(sessionToken === '' ? {} : { sessionToken }) };
}

/** Rule: Amazon S3 API Reference, "Error responses". */
const rejected = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'InvalidTokenId',
]);

function s3Failure(error: unknown, address: S3Address): unknown {
  if (error instanceof FailureError) return error;
  const failure = failureOf(error, address);
  if (failure === null) return error;
  const [code, message] = failure;
  const isPassing = isDiskFull(error) ? { retryAt: retryAt() } : {};
  return new FailureError({ code, message, detail: errorText(error), ...isPassing }, { cause: error });
}

/** The disk of this computer, where files are prepared. */
function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'SQLITE_FULL'].includes(codeOf(error));
}

function failureOf(
  error: unknown,
  { endpoint, bucket, region }: S3Address,
): [code: FailureCode, message: string] | null {
  if (isDiskFull(error))
    return [
      'storage',
      `The disk of this computer is full: ${tmpdir()} holds the files until they are sent. Free some space, or set TMPDIR, then run the mirror again.`,
    ];
  if (!(error instanceof S3Error)) {
    if (!(error instanceof TypeError) && !(error instanceof DOMException)) return null;
    return [
      'unreachable',
      `The storage at ${endpoint} does not answer. Check endpoint, region and network, then run the mirror again: it resumes where it stopped.`,
    ];
  }
  const { status, code } = error;
  if (code === 'NoSuchBucket' || (status === 404 && code === ''))
    return ['storage', `There is no bucket named ${bucket} at ${endpoint}. Create it first.`];
  if (rejected.has(code))
    return [
      'key-rejected',
      `The storage at ${endpoint} does not accept the key. Check it: that of the mirror’s settings, or AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN.`,
    ];
  if (code === 'RequestTimeTooSkewed')
    return ['storage', 'The clock of this computer is wrong, so the storage refuses its requests. Set it.'];
  if (code === 'AuthorizationHeaderMalformed')
    return [
      'storage',
      `The bucket ${bucket} is not in the region ${region}, or at another address. Check endpoint and region.`,
    ];
  if (status === 403)
    return [
      'key-rejected',
      `The key may not read and write the bucket ${bucket}. It needs GetObject, PutObject, DeleteObject, ListBucket and AbortMultipartUpload.`,
    ];
  if (status >= 500 || status === 429)
    return [
      'service-error',
      `The storage at ${endpoint} refused the files. Run the mirror again later: it resumes where it stopped.`,
    ];
  return ['storage', `The storage at ${endpoint} refused the files. The details have its own words.`];
}
