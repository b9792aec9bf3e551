import { group, unseen } from './fields.ts';
import {
  asRatio,
  inDollars,
  inPercent,
  inTokens,
  inTokensAndDollars,
  inYears,
  type MetricDefinition,
} from './metricDefinition.ts';

export const valueMetrics: readonly MetricDefinition[] = [
  ...group('Value at market price', {
    market_value_dollar: inDollars(
      'All tokens that exist times their market price, in US dollars. Circulating market value leaves out those outside circulation.',
      'Market value',
    ),
    circulating_market_value_dollar: inDollars(
      'Tokens in circulation times their market price, in US dollars. Market value counts all tokens that exist.',
      'Circulating market value',
    ),
    market_cap_dollar: inDollars(
      'Tokens in circulation times price as markets quote it, in US dollars. Close to circulating market value.',
      'Market capitalisation',
    ),
    bridged_token_market_cap_dollar: inDollars(
      'Tokens times market price on the network where they are held: a bridged token counts on the network it was bridged to. In US dollars. Bridged token value takes the net asset value instead.',
      'Bridged token market cap',
    ),
  }),
  ...group('Value at net asset value', {
    total_asset_value_dollar: inDollars(
      'All tokens that exist at net asset value, in circulation or not, in US dollars. Market value takes the market price instead.',
      'Total asset value (USD)',
    ),
    ...unseen({
      total_asset_value_token: inTokens(
        'All tokens that exist at net asset value, in units of the token the asset is denominated in.',
        'Total asset value (tokens)',
      ),
    }),
    circulating_asset_value_dollar: inDollars(
      'Tokens in circulation at net asset value, in US dollars. Total asset value also counts those outside circulation.',
      'Circulating asset value',
    ),
    bridged_token_value_dollar: inDollars(
      'Tokens at net asset value on the network where they are held: a bridged token counts on the network it was bridged to. In US dollars. Bridged token market cap takes the market price instead.',
      'Bridged token value',
    ),
  }),
  ...group('Price and supply', {
    price_dollar: inDollars('Market price of one token, in US dollars.', 'Price'),
    net_asset_value_dollar: inDollars(
      'What one token is worth by the books of the asset: assets less liabilities for each token, in US dollars.',
      'Net asset value (USD)',
    ),
    ...unseen({
      net_asset_value_token: inTokens(
        'What one token is worth by the books of the asset, in units of the token it is denominated in.',
        'Net asset value (tokens)',
      ),
    }),
    total_supply_token: inTokens('Number of tokens that exist: all minted less all burned.', 'Total supply'),
    circulating_supply_token: inTokens(
      'Number of tokens that exist outside the wallets of the issuer and of bridges.',
      'Circulating supply',
    ),
    bridged_token_supply_token: inTokens(
      'Number of tokens on the network where they are held: a bridged token counts on the network it was bridged to.',
      'Bridged token supply',
    ),
    raw_supply: inTokens(
      'Number of tokens as the contract counts them, before the rebase multiplier is applied.',
    ),
    rebase_multiplier: asRatio(
      'Factor that turns the balance a contract stores into the balance a holder sees. It is 1 for tokens that do not rebase.',
    ),
  }),
  ...group('Performance', {
    yield_to_maturity_percent: inPercent(
      'Yearly return, in percent, of the holdings if they are kept until they mature.',
      'Yield to maturity',
    ),
    ...unseen({
      yield_to_maturity: inPercent(
        'Yearly return, in percent, of the holdings behind the token if they are kept until they mature.',
        'Yield to maturity of the token',
      ),
    }),
    apy_7_day: inPercent('Return of the last 7 days, compounded to a year, in percent.', '7-day APY'),
    apy_30_day: inPercent('Return of the last 30 days, compounded to a year, in percent.', '30-day APY'),
    daily_yield_rate: inPercent('Yield on the last day that had any, in percent.'),
    hypothetical_10_000_performance: inDollars(
      'What 10,000 dollars put in on the first day would be worth now with all income reinvested, in US dollars.',
      'Growth of 10,000 dollars',
    ),
    ...unseen({
      ...inTokensAndDollars(
        'daily_yield_distributed',
        'Daily yield distributed',
        'Income paid out to holders on the last day that had any, however long ago',
      ),
      weighted_average_maturity_years: inYears(
        'Average time until the holdings mature, weighted by their value, in years.',
        'Weighted average maturity',
      ),
      weighted_average_maturity: inYears(
        'Average time until the holdings behind the token mature, weighted by their value, in years.',
        'Weighted average maturity of the token',
      ),
      secured_overnight_financing_rate: inPercent(
        'Reference rate of overnight loans against US Treasuries (SOFR), in percent.',
      ),
      m2_money_stock_dollar: inDollars(
        'Money in circulation and in bank deposits of the currency that the asset is pegged to, in US dollars.',
        'M2 money stock',
      ),
      m2_money_stock: inDollars(
        'Money in circulation and in bank deposits of the currency that the token is pegged to, in US dollars.',
        'M2 money stock of the peg',
      ),
    }),
  }),
];
