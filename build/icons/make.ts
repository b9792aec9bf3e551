import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { icnsFile, icoFile, type IconImage } from './containers.ts';

/** `npm run icons`: renders `icon.svg` in all sizes and writes the systems' icon files beside it. */

const folder = import.meta.dirname;
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const svg = await readFile(path.join(folder, 'icon.svg'), 'utf8');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const images: IconImage[] = [];
try {
  for (const size of sizes) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const side = size.toString();
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:${side}px;height:${side}px}</style>${svg}`,
    );
    images.push({ size, png: await page.screenshot({ omitBackground: true }) });
    await page.close();
  }
} finally {
  await browser.close();
}

for (const { size, png } of images) {
  const side = size.toString();
  await writeFile(path.join(folder, `${side}x${side}.png`), png);
}
await writeFile(path.join(folder, 'icon.ico'), icoFile(images.filter(({ size }) => size <= 256)));
await writeFile(path.join(folder, 'icon.icns'), icnsFile(images));
