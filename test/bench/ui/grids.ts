import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { projectFolder } from '../../../build/start/project.ts';
import type { Bridge } from '../../../preload/contract/bridge.ts';
import { resources } from '../../../preload/contract/resources.ts';

/** A grid of a million transactions in the window of the app. */
export interface BenchedGrid {
  readonly name: string;
  /** From nothing to the first row of data on screen, in milliseconds, as the page measures it. */
  mount(page: Page): Promise<number>;
  /** A selector of the element that scrolls down. */
  readonly scroller: string;
  /** A selector of cells that hold data, each with its row. */
  readonly cell: string;
}

/** The app's own grid: from the click on the resource, whose view is loaded and whose list is asked for. */
export const appGrid: BenchedGrid = {
  name: 'the app',
  scroller: '[role="grid"]',
  cell: '[role="row"]:not(.absent) [role="gridcell"]',
  async mount(page) {
    await page.reload();
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
    return views.getByRole('button', { name: 'Transactions', exact: true }).evaluate(
      (button: HTMLElement) =>
        new Promise<number>((resolve) => {
          const begun = performance.now();
          const look = (): void => {
            const cell = document.querySelector('[role="grid"][aria-label="Transactions"] [role="gridcell"]');
            if (cell !== null && cell.textContent.trim() !== '') {
              requestAnimationFrame(() => {
                resolve(performance.now() - begun);
              });
            } else requestAnimationFrame(look);
          };
          button.click();
          look();
        }),
    );
  },
};

/** AG Grid Community with its infinite row model, on the same calls of the same bridge. */
export const agGrid: BenchedGrid = {
  name: 'AG Grid Community',
  scroller: '.ag-grid-viewport',
  cell: '.ag-row .ag-cell:not(.ag-cell-loading)',
  async mount(page) {
    // It puts its styles into the page, which the app allows to nobody.
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setBypassCSP', { enabled: true });
    await page.reload();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    const script = readFileSync(
      path.join(projectFolder, 'node_modules/ag-grid-community/dist/ag-grid-community.min.js'),
      'utf8',
    );
    await page.evaluate(script);
    return page.evaluate(mountAgGrid, {
      fields: resources.transactions.defaultColumns.map((name) => ({
        name,
        label: resources.transactions.fields.find((field) => field.name === name)?.label ?? name,
      })),
    });
  },
};

interface AgParams {
  readonly startRow: number;
  readonly endRow: number;
  successCallback(rows: unknown[], lastRow: number): void;
  failCallback(): void;
}

/** Runs in the page. */
function mountAgGrid({ fields }: { fields: { name: string; label: string }[] }): Promise<number> {
  const page = window as unknown as {
    bridge: Bridge;
    agGrid: { createGrid(host: HTMLElement, options: unknown): unknown };
  };
  document.body.innerHTML = '<div id="ag" style="width:100vw;height:100vh"></div>';
  const host = document.getElementById('ag');
  if (host === null) throw new Error('There is no place for the grid.');
  const rowsAtOnce = 100;
  const text = (value: unknown): string =>
    typeof value === 'object' && value !== null ? JSON.stringify(value).slice(0, 40) : String(value ?? '');
  return new Promise((resolve) => {
    const begun = performance.now();
    page.agGrid.createGrid(host, {
      columnDefs: fields.map(({ name, label }) => ({
        field: name,
        headerName: label,
        width: 140,
        valueFormatter: ({ value }: { value: unknown }) => text(value),
      })),
      rowHeight: 28,
      headerHeight: 28,
      rowModelType: 'infinite',
      cacheBlockSize: rowsAtOnce,
      maxBlocksInCache: 60,
      blockLoadDebounceMillis: 0,
      datasource: {
        getRows(params: AgParams) {
          void page.bridge
            .listRecords({
              connectionId: 'sample',
              resource: 'transactions',
              query: {
                sort: { field: 'date', direction: 'desc' },
                pagination: { page: params.startRow / rowsAtOnce + 1, perPage: rowsAtOnce },
              },
              fields: fields.map(({ name }) => name),
            })
            .then((result) => {
              if (!result.ok) {
                params.failCallback();
                return;
              }
              const rows: unknown = JSON.parse(result.value.recordsText);
              params.successCallback(Array.isArray(rows) ? rows : [], result.value.pagination.resultCount);
            });
        },
      },
    });
    const look = (): void => {
      const cell = document.querySelector('.ag-row .ag-cell');
      if (cell !== null && (cell.textContent ?? '').trim() !== '') {
        requestAnimationFrame(() => {
          resolve(performance.now() - begun);
        });
      } else requestAnimationFrame(look);
    };
    look();
  });
}
