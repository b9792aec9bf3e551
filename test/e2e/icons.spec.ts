import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import { startRewritingService } from '../support/rewritingService.ts';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';

/** Icons of records: fetched by main from the service's own host, without the key, and shown from the app's own protocol. */

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>window.hit=1</script></svg>');

/** Networks in turn with a picture, with a drawing that calls itself a picture, and with a picture of another host. */
function withIcons(answer: Json, own: string): Json {
  if (!isJsonObject(answer) || !Array.isArray(answer['results'])) return answer;
  const addresses = [`${own}/icon.png`, `${own}/drawing.png`, 'https://icons.example/icon.png'];
  const results = (answer['results'] as Json[]).map((record, nth) =>
    isJsonObject(record) ? { ...record, icon_url: addresses[nth % addresses.length] ?? '' } : record,
  );
  return { ...answer, results };
}

test('an icon of the service’s own host is shown, one that is no picture or lies elsewhere is not', async ({
  app,
  startService,
}) => {
  const service = await startService();
  await using rewriting = await startRewritingService({
    url: service.url,
    rewrite: withIcons,
    files: {
      '/icon.png': { type: 'text/html', body: png },
      '/drawing.png': { type: 'image/png', body: svg },
    },
  });
  const explorer = new Explorer(app.window);
  await explorer.connect(app, rewriting.url, service.key);
  await explorer.showsRows('Assets');
  await explorer.open('Networks');
  await explorer.showsRows('Networks');
  const icon = explorer.record().locator('header img');
  const show = async (row: number): Promise<void> => {
    await explorer.row('Networks', row).getByRole('gridcell').first().dblclick();
    await expect(explorer.record()).toContainText(await nameIn(row));
  };
  const nameIn = async (row: number): Promise<string> =>
    (await explorer.row('Networks', row).getByRole('gridcell').first().innerText()).trim();

  await show(0);
  await expect(icon).toHaveAttribute('src', /^\/icon\/[0-9a-f]{64}$/);
  await expect.poll(() => icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await show(1);
  await expect.poll(() => rewriting.requests.some(({ path }) => path === '/drawing.png')).toBe(true);
  await expect(icon).toHaveCount(0);
  await show(2);
  await expect(icon).toHaveCount(0);

  const asked = rewriting.requests.filter(({ path }) => /^\/(icon|drawing)\.png$/.test(path));
  expect(asked.map(({ path }) => path)).toEqual(['/icon.png', '/drawing.png']);
  expect(asked.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);

  await explorer.open('Settings');
  await app.window.getByRole('radio', { name: 'None' }).check();
  await explorer.open('Networks');
  await explorer.showsRows('Networks');
  await show(0);
  await expect(icon).toHaveCount(0);
});
