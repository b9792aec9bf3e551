import { neat } from './figures.ts';
import { makeRandom, round, type Random } from './random.ts';
import type { SampleAsset } from './world.ts';

/**
 * The figures of a pool of loans, all derived from its value: what is lent out, paid back and lost follows from what the
 * pool is worth and for how long it has been lending.
 */
export function setCreditFigures(
  set: (name: string, value: number) => void,
  asset: SampleAsset,
  value: number,
  supply: number,
  day: number,
): void {
  const random = randomOf(asset);
  const idlePart = idlePartOf(random);
  const defaultPart = random.chance(0.5) ? 0 : random.between(0, 0.08);
  const loansOnAMillion = random.between(1, 40);
  const termYears = random.between(0.2, 4);
  const years = (day - asset.inceptionDay) / 365;
  const turns = 1 + years / termYears;
  const outstanding = value * (1 - idlePart);
  const funded = outstanding * turns;
  const earned = funded * (asset.yieldPercent / 100) * Math.min(years, termYears);
  const lost = outstanding * defaultPart;
  const loans = Math.max(1, Math.round((outstanding / 1_000_000) * loansOnAMillion));
  const perToken = value > 0 ? supply / value : 0;
  set('number_of_active_loans', loans);
  set('number_of_loans_funded', Math.round(loans * turns));
  set('number_of_defaulted_loans', Math.round(loans * defaultPart));
  set('defaulted_loans_amount_dollar', neat(lost));
  set('defaulted_loans_amount_percent', funded > 0 ? round((lost / funded) * 100, 4) : 0);
  set('outstanding_capital_dollar', neat(outstanding + earned * 0.1));
  set('outstanding_principal_dollar', neat(outstanding));
  set('outstanding_principal_token', round(outstanding * perToken, 6));
  set('funded_assets_dollar', neat(funded));
  set('drawndown_assets_dollar', neat(outstanding));
  set('interest_paid_dollar', neat(earned * 0.9));
  set('cumulative_interest_earned_dollar', neat(earned));
  set('principal_paid_dollar', neat(funded - outstanding));
  set('cumulative_repaid_principal_dollar', neat(funded - outstanding));
  set('cumulative_issued_amount_dollar', neat(funded));
  set('written_off_principal_dollar', neat(lost * 0.3));
  set('recovered_assets_dollar', neat(lost * 0.1));
  set('idle_capital_dollar', neat(value * idlePart));
  set('cash_drag_percent', round(idlePart * 100, 4));
  set('maximum_capacity_dollar', neat(value * 1.5));
  set('available_capacity_dollar', neat(value * 0.5));
  set('total_contracts', loans);
  set('weighted_average_maturity_years', round(termYears, 2));
  set('weighted_average_maturity', round(termYears, 2));
}

/** The part of the value of a pool that is lent out. */
export function lentPart(asset: SampleAsset): number {
  return 1 - idlePartOf(randomOf(asset));
}

function randomOf({ id }: SampleAsset): Random {
  return makeRandom(id, 601);
}

function idlePartOf(random: Random): number {
  return random.between(0.01, 0.2);
}
