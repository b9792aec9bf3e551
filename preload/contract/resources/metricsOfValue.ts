import { inTokensAndDollars, under, type MetricDefinition } from './metricDefinition.ts';

const atMarketPrice = under('Value at market price');
const atBookValue = under('Value at net asset value');
const atBookValueUnseen = under('Value at net asset value', true);
const perToken = under('Price and supply');
const perTokenUnseen = under('Price and supply', true);
const performance = under('Performance');
const performanceUnseen = under('Performance', true);

/** What tokens and the assets behind them are worth, how many there are, and what they earn. */
export const valueMetrics: readonly MetricDefinition[] = [
  atMarketPrice(
    'dollar',
    'market_value_dollar',
    'All tokens that exist times their market price, in US dollars. Circulating market value leaves out those outside circulation.',
    { label: 'Market value' },
  ),
  atMarketPrice(
    'dollar',
    'circulating_market_value_dollar',
    'Tokens in circulation times their market price, in US dollars. Market value counts all tokens that exist.',
    { label: 'Circulating market value' },
  ),
  atMarketPrice(
    'dollar',
    'market_cap_dollar',
    'Tokens in circulation times price as markets quote it, in US dollars. Close to circulating market value.',
    { label: 'Market capitalisation' },
  ),
  atMarketPrice(
    'dollar',
    'bridged_token_market_cap_dollar',
    'Tokens times market price on the network where they are held: a bridged token counts on the network it was bridged to. In US dollars. Bridged token value takes the net asset value instead.',
    { label: 'Bridged token market cap' },
  ),
  atBookValue(
    'dollar',
    'total_asset_value_dollar',
    'All tokens that exist at net asset value, in circulation or not, in US dollars. Market value takes the market price instead.',
    { label: 'Total asset value (USD)' },
  ),
  atBookValueUnseen(
    'token',
    'total_asset_value_token',
    'All tokens that exist at net asset value, in units of the token the asset is denominated in.',
    { label: 'Total asset value (tokens)' },
  ),
  atBookValue(
    'dollar',
    'circulating_asset_value_dollar',
    'Tokens in circulation at net asset value, in US dollars. Total asset value also counts those outside circulation.',
    { label: 'Circulating asset value' },
  ),
  atBookValue(
    'dollar',
    'bridged_token_value_dollar',
    'Tokens at net asset value on the network where they are held: a bridged token counts on the network it was bridged to. In US dollars. Bridged token market cap takes the market price instead.',
    { label: 'Bridged token value' },
  ),
  perToken('dollar', 'price_dollar', 'Market price of one token, in US dollars.', { label: 'Price' }),
  perToken(
    'dollar',
    'net_asset_value_dollar',
    'What one token is worth by the books of the asset: assets less liabilities for each token, in US dollars.',
    { label: 'Net asset value (USD)' },
  ),
  perTokenUnseen(
    'token',
    'net_asset_value_token',
    'What one token is worth by the books of the asset, in units of the token it is denominated in.',
    { label: 'Net asset value (tokens)' },
  ),
  perToken('token', 'total_supply_token', 'Number of tokens that exist: all minted less all burned.', {
    label: 'Total supply',
  }),
  perToken(
    'token',
    'circulating_supply_token',
    'Number of tokens that exist outside the wallets of the issuer and of bridges.',
    { label: 'Circulating supply' },
  ),
  perToken(
    'token',
    'bridged_token_supply_token',
    'Number of tokens on the network where they are held: a bridged token counts on the network it was bridged to.',
    { label: 'Bridged token supply' },
  ),
  perToken(
    'token',
    'raw_supply',
    'Number of tokens as the contract counts them, before the rebase multiplier is applied.',
  ),
  perToken(
    'ratio',
    'rebase_multiplier',
    'Factor that turns the balance a contract stores into the balance a holder sees. It is 1 for tokens that do not rebase.',
  ),

  performance(
    'percent',
    'yield_to_maturity_percent',
    'Yearly return, in percent, of the holdings if they are kept until they mature.',
    { label: 'Yield to maturity' },
  ),
  performanceUnseen(
    'percent',
    'yield_to_maturity',
    'Yearly return, in percent, of the holdings behind the token if they are kept until they mature.',
    { label: 'Yield to maturity of the token' },
  ),
  performance('percent', 'apy_7_day', 'Return of the last 7 days, compounded to a year, in percent.', {
    label: '7-day APY',
  }),
  performance('percent', 'apy_30_day', 'Return of the last 30 days, compounded to a year, in percent.', {
    label: '30-day APY',
  }),
  performance('percent', 'daily_yield_rate', 'Yield on the last day that had any, in percent.'),
  performance(
    'dollar',
    'hypothetical_10_000_performance',
    'What 10,000 dollars put in on the first day would be worth now with all income reinvested, in US dollars.',
    { label: 'Growth of 10,000 dollars' },
  ),
  ...inTokensAndDollars(
    performanceUnseen,
    'daily_yield_distributed',
    'Daily yield distributed',
    'Income paid out to holders on the last day that had any, however long ago',
  ),
  performanceUnseen(
    'years',
    'weighted_average_maturity_years',
    'Average time until the holdings mature, weighted by their value, in years.',
    { label: 'Weighted average maturity' },
  ),
  performanceUnseen(
    'years',
    'weighted_average_maturity',
    'Average time until the holdings behind the token mature, weighted by their value, in years.',
    { label: 'Weighted average maturity of the token' },
  ),
  performanceUnseen(
    'percent',
    'secured_overnight_financing_rate',
    'Reference rate of overnight loans against US Treasuries (SOFR), in percent.',
  ),
  performanceUnseen(
    'dollar',
    'm2_money_stock_dollar',
    'Money in circulation and in bank deposits of the currency that the asset is pegged to, in US dollars.',
    { label: 'M2 money stock' },
  ),
  performanceUnseen(
    'dollar',
    'm2_money_stock',
    'Money in circulation and in bank deposits of the currency that the token is pegged to, in US dollars.',
    { label: 'M2 money stock of the peg' },
  ),
];
