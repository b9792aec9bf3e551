import { inTokensAndDollars, under, type MetricDefinition } from './metricDefinition.ts';

const credit = under('Credit', true);

/** Loans, pools and repurchase agreements. */
export const creditMetrics: readonly MetricDefinition[] = [
  credit('count', 'number_of_active_loans', 'Number of loans that are running now.', {
    label: 'Active loans',
  }),
  credit('count', 'number_of_loans_funded', 'Number of loans paid out since the start.', {
    label: 'Loans funded',
  }),
  credit('count', 'number_of_defaulted_loans', 'Number of loans that are in default.', {
    label: 'Defaulted loans',
  }),
  credit(
    'dollar',
    'defaulted_loans_amount_dollar',
    'Principal of the loans that are in default, in US dollars.',
    { label: 'Amount in default' },
  ),
  credit(
    'percent',
    'defaulted_loans_amount_percent',
    'Principal of the loans that are in default, in percent of all loans paid out.',
    { label: 'Share in default' },
  ),
  credit(
    'dollar',
    'outstanding_capital_dollar',
    'Capital lent out and not yet paid back, with accrued interest, in US dollars.',
    { label: 'Outstanding capital' },
  ),
  ...inTokensAndDollars(
    credit,
    'outstanding_principal',
    'Outstanding principal',
    'Principal lent out and not yet paid back',
  ),
  ...inTokensAndDollars(
    credit,
    'funded_assets',
    'Funded assets',
    'Principal of all loans paid out since the start',
  ),
  ...inTokensAndDollars(
    credit,
    'drawndown_assets',
    'Drawn-down assets',
    'Part of the committed credit that borrowers have drawn',
  ),
  ...inTokensAndDollars(
    credit,
    'interest_paid',
    'Interest paid',
    'Interest that borrowers have paid since the start',
  ),
  ...inTokensAndDollars(
    credit,
    'principal_paid',
    'Principal paid',
    'Principal that borrowers have paid back since the start',
  ),
  ...inTokensAndDollars(
    credit,
    'cumulative_repaid_principal',
    'Cumulative repaid principal',
    'Principal paid back over all loans, matured ones included',
  ),
  ...inTokensAndDollars(
    credit,
    'cumulative_interest_earned',
    'Cumulative interest earned',
    'Interest earned over all loans, paid or accrued',
  ),
  ...inTokensAndDollars(
    credit,
    'cumulative_issued_amount',
    'Cumulative issued amount',
    'Amount issued since the start, before repayments',
  ),
  ...inTokensAndDollars(
    credit,
    'written_off_principal',
    'Written-off principal',
    'Principal given up as lost since the start',
  ),
  ...inTokensAndDollars(
    credit,
    'recovered_assets',
    'Recovered assets',
    'Amount recovered from loans that had been in default',
  ),
  ...inTokensAndDollars(credit, 'idle_capital', 'Idle capital', 'Capital in the pool that is not lent out'),
  ...inTokensAndDollars(
    credit,
    'available_capacity',
    'Available capacity',
    'Amount that investors can still put in before the limit is reached',
  ),
  credit(
    'dollar',
    'maximum_capacity_dollar',
    'The most that the asset takes from investors in all, in US dollars.',
    { label: 'Maximum capacity' },
  ),
  credit('percent', 'cash_drag_percent', 'Part of the capital that lies idle as cash, in percent.', {
    label: 'Cash drag',
  }),
  credit('dollar', 'total_issued_funds', 'Funds issued to borrowers since the start, in US dollars.'),
  credit(
    'dollar',
    'total_collateralized_funds',
    'Part of the funds issued that is secured by collateral, in US dollars.',
    { label: 'Collateralised funds' },
  ),
  credit('token', 'total_token_inflow', 'Tokens paid into the pool since the start.', {
    label: 'Token inflow',
  }),
  credit('token', 'total_token_outflow', 'Tokens paid out of the pool since the start.', {
    label: 'Token outflow',
  }),
  credit('count', 'total_contracts', 'Number of contracts that make up the pool.', { label: 'Contracts' }),
  credit(
    'percent',
    'repo_loan_to_value_ratio',
    'Amount lent in repurchase agreements, in percent of the value of the collateral.',
    { label: 'Repo loan to value' },
  ),
  credit('count', 'cumulative_repo_trade_count', 'Number of repurchase agreements since the start.', {
    label: 'Repo trades',
  }),
  credit(
    'dollar',
    'cumulative_repo_issuance_volume',
    'Amount lent in repurchase agreements since the start, in US dollars.',
    { label: 'Repo issuance volume' },
  ),
  credit(
    'dollar',
    'cumulative_repo_collateral_volume',
    'Value of the collateral given in repurchase agreements since the start, in US dollars.',
    { label: 'Repo collateral volume' },
  ),
];
