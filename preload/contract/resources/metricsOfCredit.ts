import { group, unseen } from './fields.ts';
import {
  asCount,
  inDollars,
  inPercent,
  inTokens,
  inTokensAndDollars,
  type MetricDefinition,
} from './metricDefinition.ts';

export const creditMetrics: readonly MetricDefinition[] = [
  ...group(
    'Credit',
    unseen({
      number_of_active_loans: asCount('Number of loans that are running now.', 'Active loans'),
      number_of_loans_funded: asCount('Number of loans paid out since the start.', 'Loans funded'),
      number_of_defaulted_loans: asCount('Number of loans that are in default.', 'Defaulted loans'),
      defaulted_loans_amount_dollar: inDollars(
        'Principal of the loans that are in default, in US dollars.',
        'Amount in default',
      ),
      defaulted_loans_amount_percent: inPercent(
        'Principal of the loans that are in default, in percent of all loans paid out.',
        'Share in default',
      ),
      outstanding_capital_dollar: inDollars(
        'Capital lent out and not yet paid back, with accrued interest, in US dollars.',
        'Outstanding capital',
      ),
      ...inTokensAndDollars(
        'outstanding_principal',
        'Outstanding principal',
        'Principal lent out and not yet paid back',
      ),
      ...inTokensAndDollars(
        'funded_assets',
        'Funded assets',
        'Principal of all loans paid out since the start',
      ),
      ...inTokensAndDollars(
        'drawndown_assets',
        'Drawn-down assets',
        'Part of the committed credit that borrowers have drawn',
      ),
      ...inTokensAndDollars(
        'interest_paid',
        'Interest paid',
        'Interest that borrowers have paid since the start',
      ),
      ...inTokensAndDollars(
        'principal_paid',
        'Principal paid',
        'Principal that borrowers have paid back since the start',
      ),
      ...inTokensAndDollars(
        'cumulative_repaid_principal',
        'Cumulative repaid principal',
        'Principal paid back over all loans, matured ones included',
      ),
      ...inTokensAndDollars(
        'cumulative_interest_earned',
        'Cumulative interest earned',
        'Interest earned over all loans, paid or accrued',
      ),
      ...inTokensAndDollars(
        'cumulative_issued_amount',
        'Cumulative issued amount',
        'Amount issued since the start, before repayments',
      ),
      ...inTokensAndDollars(
        'written_off_principal',
        'Written-off principal',
        'Principal given up as lost since the start',
      ),
      ...inTokensAndDollars(
        'recovered_assets',
        'Recovered assets',
        'Amount recovered from loans that had been in default',
      ),
      ...inTokensAndDollars('idle_capital', 'Idle capital', 'Capital in the pool that is not lent out'),
      ...inTokensAndDollars(
        'available_capacity',
        'Available capacity',
        'Amount that investors can still put in before the limit is reached',
      ),
      maximum_capacity_dollar: inDollars(
        'The most that the asset takes from investors in all, in US dollars.',
        'Maximum capacity',
      ),
      cash_drag_percent: inPercent('Part of the capital that lies idle as cash, in percent.', 'Cash drag'),
      total_issued_funds: inDollars('Funds issued to borrowers since the start, in US dollars.'),
      total_collateralized_funds: inDollars(
        'Part of the funds issued that is secured by collateral, in US dollars.',
        'Collateralised funds',
      ),
      total_token_inflow: inTokens('Tokens paid into the pool since the start.', 'Token inflow'),
      total_token_outflow: inTokens('Tokens paid out of the pool since the start.', 'Token outflow'),
      total_contracts: asCount('Number of contracts that make up the pool.', 'Contracts'),
      repo_loan_to_value_ratio: inPercent(
        'Amount lent in repurchase agreements, in percent of the value of the collateral.',
        'Repo loan to value',
      ),
      cumulative_repo_trade_count: asCount('Number of repurchase agreements since the start.', 'Repo trades'),
      cumulative_repo_issuance_volume: inDollars(
        'Amount lent in repurchase agreements since the start, in US dollars.',
        'Repo issuance volume',
      ),
      cumulative_repo_collateral_volume: inDollars(
        'Value of the collateral given in repurchase agreements since the start, in US dollars.',
        'Repo collateral volume',
      ),
    }),
  ),
];
