import { inTokensAndDollars, under, type MetricDefinition } from './metricDefinition.ts';

const value = under('Value and supply');
const valueUnseen = under('Value and supply', true);
const performance = under('Performance');
const performanceUnseen = under('Performance', true);

/** What tokens and the assets behind them are worth, how many there are, and what they earn. */
export const valueMetrics: readonly MetricDefinition[] = [
  value('dollar', 'price_dollar', 'Price', 'Market price of one token, in US dollars.'),
  value(
    'dollar',
    'net_asset_value_dollar',
    'Net asset value (USD)',
    'What one token is worth by the books of the asset: assets less liabilities for each token, in US dollars.',
  ),
  valueUnseen(
    'token',
    'net_asset_value_token',
    'Net asset value (tokens)',
    'What one token is worth by the books of the asset, in units of the token it is denominated in.',
  ),
  value(
    'dollar',
    'total_asset_value_dollar',
    'Total asset value (USD)',
    'Value of all tokens at net asset value, including those that are not in circulation, in US dollars.',
  ),
  valueUnseen(
    'token',
    'total_asset_value_token',
    'Total asset value (tokens)',
    'Value of all tokens at net asset value, in units of the token the asset is denominated in.',
  ),
  value(
    'dollar',
    'circulating_asset_value_dollar',
    'Circulating asset value',
    'Value at net asset value of the tokens in circulation, in US dollars.',
  ),
  value(
    'dollar',
    'market_value_dollar',
    'Market value',
    'All tokens times their market price, in US dollars.',
  ),
  value(
    'dollar',
    'circulating_market_value_dollar',
    'Circulating market value',
    'Tokens in circulation times their market price, in US dollars.',
  ),
  value(
    'dollar',
    'market_cap_dollar',
    'Market capitalisation',
    'Market capitalisation as markets quote it: tokens in circulation times price, in US dollars.',
  ),
  value(
    'dollar',
    'bridged_token_value_dollar',
    'Bridged token value',
    'Value at net asset value of tokens on the network where they are held: a bridged token counts on the network it was bridged to. In US dollars.',
  ),
  value(
    'dollar',
    'bridged_token_market_cap_dollar',
    'Token market cap where held',
    'Tokens times market price on the network where they are held: a bridged token counts on the network it was bridged to. In US dollars.',
  ),
  value(
    'token',
    'bridged_token_supply_token',
    'Token supply where held',
    'Number of tokens on the network where they are held: a bridged token counts on the network it was bridged to.',
  ),
  value(
    'token',
    'total_supply_token',
    'Total supply',
    'Number of tokens that exist: all minted less all burned.',
  ),
  value(
    'token',
    'circulating_supply_token',
    'Circulating supply',
    'Number of tokens that exist outside the wallets of the issuer and of bridges.',
  ),
  value(
    'token',
    'raw_supply',
    'Raw supply',
    'Number of tokens as the contract counts them, before the rebase multiplier is applied.',
  ),
  value(
    'ratio',
    'rebase_multiplier',
    'Rebase multiplier',
    'Factor that turns the balance a contract stores into the balance a holder sees. It is 1 for tokens that do not rebase.',
  ),

  performance(
    'percent',
    'yield_to_maturity_percent',
    'Yield to maturity',
    'Yearly return, in percent, of the holdings if they are kept until they mature.',
  ),
  performanceUnseen(
    'percent',
    'yield_to_maturity',
    'Yield to maturity of the token',
    'Yearly return, in percent, of the holdings behind the token if they are kept until they mature.',
  ),
  performance(
    'percent',
    'apy_7_day',
    '7-day APY',
    'Return of the last 7 days, compounded to a year, in percent.',
  ),
  performance(
    'percent',
    'apy_30_day',
    '30-day APY',
    'Return of the last 30 days, compounded to a year, in percent.',
  ),
  performance('percent', 'daily_yield_rate', 'Daily yield rate', 'Yield of the last day, in percent.'),
  performance(
    'dollar',
    'hypothetical_10_000_performance',
    'Growth of 10,000 dollars',
    'What 10,000 dollars put in on the first day would be worth now with all income reinvested, in US dollars.',
  ),
  ...inTokensAndDollars(
    performanceUnseen,
    'daily_yield_distributed',
    'Daily yield distributed',
    'Income paid out to holders on the last day',
  ),
  performanceUnseen(
    'years',
    'weighted_average_maturity_years',
    'Weighted average maturity',
    'Average time until the holdings mature, weighted by their value, in years.',
  ),
  performanceUnseen(
    'years',
    'weighted_average_maturity',
    'Weighted average maturity of the token',
    'Average time until the holdings behind the token mature, weighted by their value, in years.',
  ),
  performanceUnseen(
    'percent',
    'secured_overnight_financing_rate',
    'Secured overnight financing rate',
    'Reference rate of overnight loans against US Treasuries (SOFR), in percent.',
  ),
  performanceUnseen(
    'dollar',
    'm2_money_stock_dollar',
    'M2 money stock',
    'Money in circulation and in bank deposits of the currency that the asset is pegged to, in US dollars.',
  ),
  performanceUnseen(
    'dollar',
    'm2_money_stock',
    'M2 money stock of the peg',
    'Money in circulation and in bank deposits of the currency that the token is pegged to, in US dollars.',
  ),
];
