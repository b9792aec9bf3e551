import type { Figure } from '../figure.ts';
import { measureChecks } from './checks.ts';
import { measureMatching } from './matching.ts';

/** What watchlists cost at their limits: 200 lists with 5,000 wallets. */
export async function run(): Promise<Figure[]> {
  return [...(await measureChecks()), ...measureMatching()];
}
