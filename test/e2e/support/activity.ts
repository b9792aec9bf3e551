import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import type { Service } from '../fixtures/app.ts';

/** For tests of the pages that sum up transactions: what the service has, and what a page says. */

const text = z.string().nullable();
const transactionSchema = z.object({
  amount: z.number(),
  usd_amount: z.number().nullable(),
  from_address: text,
  to_address: text,
  transaction_type: z.object({ slug: z.string() }),
  asset: z.object({ name: z.string() }),
  token: z.object({ address: z.string(), network_name: z.string() }),
});
const answerSchema = z.object({
  results: z.array(transactionSchema),
  pagination: z.object({ resultCount: z.int() }),
});
export type Transaction = z.infer<typeof transactionSchema>;

/** All transactions that the service has. */
export async function readTransactions({ url, key }: Service): Promise<Transaction[]> {
  const all: Transaction[] = [];
  for (let page = 1; ; page += 1) {
    const query = JSON.stringify({ pagination: { page, perPage: 1000 } });
    const answer = await fetch(`${url}/v4/transactions?query=${encodeURIComponent(query)}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { results, pagination } = answerSchema.parse(await answer.json());
    all.push(...results);
    if (results.length === 0 || all.length >= pagination.resultCount) return all;
  }
}

/** A fact by its name. */
export function fact(page: Page, name: RegExp | string): Locator {
  const term = page.getByRole('term').filter({ hasText: name });
  return page.getByLabel('Facts').locator('div').filter({ has: term }).getByRole('definition');
}
