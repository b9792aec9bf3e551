import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holdsSecret } from '../../main/data-service/secrets.ts';
import { listen } from '../support/httpServer.ts';
import { runCommandHere } from '../support/commandHere.ts';
import { queryOf } from '../support/testService.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** A service, or a gateway before it, repeats the key in the answers that it sends: as a name, in texts, and as the version of a list. */

const key = 'Horse+battery/9-of-the-user';

it('a key that a service repeats in its answers reaches no file of the app, no output and no export', async () => {
  await using echoing = await listen((request, response) => {
    const { headers } = request;
    const { page = 1 } = queryOf(request).pagination ?? {};
    const [, sent = ''] = headers.authorization?.split(' ') ?? [];
    const record = {
      id: 1,
      name: `Asked by ${sent}`,
      slug: encodeURIComponent(sent),
      [sent]: Buffer.from(`user:${sent}`).toString('base64'),
      description: [...sent].reverse().join(''),
      // A terminal shows neither.
      website: [...sent].join('\u200B'),
      legal: [...sent].join('\u{E0041}\u00AD'),
      market_cap_dollar: 1234.5,
    };
    response.writeHead(200, { 'content-type': 'application/json', etag: `"${sent}"` });
    response.end(
      JSON.stringify({
        results: page === 1 ? [record] : [],
        pagination: { page, perPage: 100, pageCount: 1, resultCount: 1 },
      }).replaceAll('\u00AD', String.raw`\u00ad`),
    );
  });
  using folder = temporaryFolder();
  const options = { folder: folder.path, key, environment: { RWA_BASE_URL: echoing.url } };
  const shown = await runCommandHere(['query', 'assets'], options);
  expect(shown.code).toBe(0);
  expect(shown.out).toContain('1234.5');
  const file = join(folder.path, 'assets.csv');
  const exported = await runCommandHere(['export', 'assets', '--out', file], options);
  expect(exported.code).toBe(0);
  for (const text of [shown.out, shown.err, exported.out, exported.err])
    expect(holdsSecret(text, key)).toBe(false);
  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const telling = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) =>
      ['latin1' as const, 'utf8' as const].some((encoding) => holdsSecret(readFileSync(path, encoding), key)),
    );
  expect(telling).toEqual([]);
});
