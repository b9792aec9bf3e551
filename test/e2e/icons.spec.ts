import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import { startRewritingService } from '../support/rewritingService.ts';
import { expect, test } from './fixtures/app.ts';

/** Icons of records: fetched by main from the service's own host, without the key, and shown from the app's own protocol. */

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>window.hit=1</script></svg>');

/** Networks by their ids in turn with a picture of another host, with a picture, and with a drawing that calls itself a picture. */
function withIcons(answer: Json, own: string, names: Map<number, string>): Json {
  if (!isJsonObject(answer) || !Array.isArray(answer['results'])) return answer;
  const addresses = ['https://icons.example/icon.png', `${own}/icon.png`, `${own}/drawing.png`];
  const results = (answer['results'] as Json[]).map((record) => {
    if (!isJsonObject(record)) return record;
    const id = Number(record['id']);
    if (typeof record['virtual_machine_type'] === 'string') names.set(id, String(record['name']));
    return { ...record, icon_url: addresses[id % addresses.length] ?? '' };
  });
  return { ...answer, results };
}

test('an icon of the service’s own host is shown, one that is no picture or lies elsewhere is not @nightly', async ({
  windowApp: app,
  explorer,
  startService,
}) => {
  const service = await startService();
  const names = new Map<number, string>();
  await using rewriting = await startRewritingService({
    ...service,
    rewrite: (answer, own) => withIcons(answer, own, names),
    files: {
      '/icon.png': { type: 'text/html', body: png },
      '/drawing.png': { type: 'image/png', body: svg },
    },
  });
  await explorer.openAt(app, rewriting);
  await explorer.openRows('Networks');
  const icon = explorer.record().locator('header img');
  const show = async (id: number): Promise<void> => {
    const name = names.get(id) ?? '';
    await explorer.grid('Networks').getByRole('gridcell', { name, exact: true }).first().dblclick();
    await expect(explorer.record()).toContainText(name);
  };

  await show(1);
  await expect(icon).toHaveAttribute('src', /^\/icon\/[0-9a-f]{64}$/);
  await expect.poll(() => icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await show(2);
  await expect.poll(() => rewriting.requests.some(({ path }) => path === '/drawing.png')).toBe(true);
  await expect(icon).toHaveCount(0);
  await show(3);
  await expect(icon).toHaveCount(0);

  const asked = rewriting.requests.filter(({ path }) => /^\/(icon|drawing)\.png$/.test(path));
  expect(asked.map(({ path }) => path)).toEqual(['/icon.png', '/drawing.png']);
  expect(asked.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);

  await explorer.open('Settings');
  await app.window.getByRole('group', { name: 'Icons' }).getByRole('radio', { name: 'None' }).check();
  await explorer.openRows('Networks');
  await show(1);
  await expect(icon).toHaveCount(0);
});
