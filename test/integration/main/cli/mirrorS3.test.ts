import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '../../../../main/features/mirrors/windows.ts';
import { makeRandom } from '../../../../main/sample-service/data/random.ts';
import { dayOf } from '../../../../preload/contract/days.ts';
import { mirroredRecords } from '../../../support/mirrorFiles.ts';
import { startS3, type S3Server } from '../../../support/s3.ts';
import { atScale } from '../../../support/scale.ts';
import { startServiceProcess, type ServiceProcess } from '../../../support/sampleService.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { mirrorCommand, type MirrorCommand, type Outcome } from './mirrorCommand.ts';

/** `rwa-explorer mirror … --to s3://BUCKET/PREFIX` as a script runs it, against a bucket in this process. */

/** Few days: each is a file that is put on the disk. */
const recent = [
  '--query',
  JSON.stringify({
    filter: { operator: 'gte', field: 'date', value: addDays(dayOf(Date.now()), -25) },
  }),
];

describe('rwa-explorer mirror to a bucket', () => {
  let service: ServiceProcess;
  let server: S3Server;
  let folder: string;
  let command: MirrorCommand;
  let prefixes = 0;

  beforeAll(async () => {
    [service, server] = await Promise.all([
      startServiceProcess('--assets', '40', '--transactions', '5000', '--seed', '11', '--rate', '100000'),
      startS3(),
    ]);
    folder = makeTemporaryFolder('cli-s3');
    command = mirrorCommand(service, folder, {
      AWS_ACCESS_KEY_ID: server.accessKeyId,
      AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
      AWS_SESSION_TOKEN: server.sessionToken,
    });
  }, 120_000);
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    server.cut = () => false;
  });

  function newPrefix(): string {
    prefixes += 1;
    return `rwa & more/mirror ${prefixes.toString()}`;
  }

  function addressOf(prefix: string, { bucket = server.bucket, endpoint = server.url } = {}): string {
    return `s3://${bucket}/${encodeURI(prefix)}?endpoint=${endpoint}&region=eu-test-1`;
  }

  /** The files of a mirror in the bucket, in a folder. */
  function downloaded(prefix: string, table: string): string {
    const to = join(folder, `from ${prefix.replaceAll('/', ' ')} ${table}`);
    for (const [key, bytes] of server.objects) {
      if (!key.startsWith(`${prefix}/${table}/`)) continue;
      const path = join(to, key.slice(`${prefix}/${table}/`.length));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    }
    return to;
  }

  it('copies every record, resumes after the bucket was away, and writes nothing that has not changed', async () => {
    const prefix = newPrefix();
    const transactions = await command.recordsOf('transactions', ...recent);
    let puts = 0;
    server.cut = (method) => {
      if (method === 'PUT') puts += 1;
      return puts > 10;
    };
    expect(await command.cli(['mirror', 'transactions', '--to', addressOf(prefix), ...recent])).toMatchObject(
      {
        code: 6,
        err: expect.stringContaining('does not answer') as string,
      },
    );
    server.cut = () => false;
    await command.mirror('transactions', addressOf(prefix), ...recent);
    const copy = downloaded(prefix, 'transactions');
    expect(await mirroredRecords(copy)).toEqual(transactions);
    expect(await command.cli(['verify', copy])).toMatchObject({ code: 0 });

    const before = server.requests.length;
    const again = await command.mirror('transactions', addressOf(prefix), ...recent, '--compare');
    expect(again).toMatchObject({ read: transactions.size, inserted: 0, changed: 0, gone: 0 });
    const requests = server.requests.slice(before);
    expect(requests.filter(({ path, method }) => method === 'PUT' && !path.includes('_manifest'))).toEqual(
      [],
    );
    expect(requests.filter(({ path, method }) => method === 'GET' && /^[^?]+\.parquet$/.test(path))).toEqual(
      [],
    );
  });

  it('ends with equal rows after being killed at any request to the bucket', async () => {
    const transactions = await command.recordsOf('transactions', ...recent);
    const run = (prefix: string, signal?: AbortSignal): Promise<Outcome> =>
      command.cli(['mirror', 'transactions', '--to', addressOf(prefix), ...recent], {
        ...(signal === undefined ? {} : { signal }),
      });
    const before = server.requests.length;
    expect(await run(newPrefix())).toMatchObject({ code: 0 });
    const wholeRequests = server.requests.length - before;
    expect(wholeRequests).toBeGreaterThan(20);
    const prefix = newPrefix();
    await atScale(import.meta.filename, 50, async ({ count, seed }) => {
      const random = makeRandom(seed);
      for (let kill = 0; kill < count; kill += 1) {
        const stop = new AbortController();
        let left = random.integer(1, wholeRequests - 1);
        // Half of the killed requests have reached the bucket.
        const isLost = random.integer(0, 1) === 0;
        server.cut = () => {
          left -= 1;
          if (left === 0) stop.abort();
          return left === 0 && isLost;
        };
        // A run that has less to do may end before.
        expect([-1, 0]).toContain((await run(prefix, stop.signal)).code);
        server.cut = () => false;
      }
    });
    expect(await run(prefix)).toMatchObject({ code: 0 });
    const copy = downloaded(prefix, 'transactions');
    expect(await mirroredRecords(copy)).toEqual(transactions);
    expect(await command.cli(['verify', copy])).toMatchObject({ code: 0 });
  }, 600_000);

  it('refuses a second writer, and says what is wrong with a bucket', async () => {
    const prefix = newPrefix();
    const failing = (to: string, env: Record<string, string> = {}): Promise<object> =>
      command.cli(['mirror', 'networks', '--to', to], { env });
    const failure = (code: number, text: string): object => ({
      code,
      err: expect.stringContaining(text) as string,
    });
    let writes = 0;
    server.cut = (method, path) => {
      // Another writer comes between the first manifest and the second.
      if (method === 'PUT' && path.includes('_manifest') && (writes += 1) === 2)
        server.put(`${prefix}/networks/_manifest.json`, Buffer.from('{}'));
      return false;
    };
    expect(await failing(addressOf(prefix))).toMatchObject(failure(1, 'Another mirror writes to s3://'));
    server.cut = () => false;
    expect(await failing(addressOf(newPrefix(), { bucket: 'no-bucket' }))).toMatchObject(
      failure(1, 'There is no bucket named no-bucket'),
    );
    expect(await failing(addressOf(newPrefix()), { AWS_SECRET_ACCESS_KEY: 'wrong' })).toMatchObject(
      failure(3, 'does not accept the key'),
    );
    expect(await failing(addressOf(newPrefix()), { AWS_ACCESS_KEY_ID: '' })).toMatchObject(
      failure(3, 'Set AWS_ACCESS_KEY_ID'),
    );
    expect(await failing(addressOf(newPrefix(), { endpoint: 'http://127.0.0.1:1' }))).toMatchObject(
      failure(6, 'does not answer'),
    );
    expect(await failing(addressOf(newPrefix(), { endpoint: 'http://s3.example.com' }))).toMatchObject(
      failure(2, 'must begin with https://'),
    );
    expect(await failing('s3://key:secret@bucket/a')).toMatchObject(failure(2, 'Set AWS_ACCESS_KEY_ID'));
    const foreign = newPrefix();
    server.put(`${foreign}/networks/holiday.jpg`, Buffer.from('x'));
    expect(await failing(addressOf(foreign))).toMatchObject(failure(1, 'is not empty and is no mirror'));
  });
});
