import type { Figure } from '../figure.ts';
import { measureMatching } from './matching.ts';
import { measurePlanning } from './planning.ts';

/** What watchlists cost at their limits: 200 lists with 5,000 wallets. */
export async function run(): Promise<Figure[]> {
  await Promise.resolve();
  return [...measurePlanning(), ...measureMatching()];
}
