import {
  boolean,
  bps,
  datetime,
  group,
  id,
  integer,
  number,
  object,
  objectList,
  percent,
  text,
  textList,
  unseen,
  url,
} from './fields.ts';
import type { Field } from './types.ts';

/** Percentage points, never metrics. Source: data service interface, "Common conventions". */
export const returnFields: readonly Field[] = group('Performance', {
  trailing_7_day_return_percent: percent('Total return over the last 7 days, in percent.', '7-day return'),
  trailing_1_month_return_percent: percent('Total return over the last month, in percent.', '1-month return'),
  trailing_3_month_return_percent: percent(
    'Total return over the last three months, in percent.',
    '3-month return',
  ),
  trailing_1_year_return_percent: percent('Total return over the last year, in percent.', '1-year return'),
  year_to_date_return_percent: percent(
    'Total return since the first of January, in percent.',
    'Return this year',
  ),
  since_inception_return_percent: percent(
    'Total return since the first day, in percent.',
    'Return since inception',
  ),
});

export const assetTerms: readonly Field[] = [
  ...returnFields,
  ...group('Terms', {
    total_management_fee_bps: bps('Yearly fee for management, in hundredths of a percent.', 'Management fee'),
    total_performance_fee_bps: bps(
      'Part of the gains kept as a fee, in hundredths of a percent.',
      'Performance fee',
    ),
    lockup_period_months: integer('Months in which the tokens cannot be redeemed.', 'Lock-up', {
      unit: 'months',
    }),
    lockup_description: text('When tokens can be redeemed, in words.', 'Lock-up terms'),
    annual_return_target_description: text(
      'The yearly return the manager aims at, in words.',
      'Return target',
    ),
    has_deposit_insurance: boolean('Whether a deposit insurance covers the holdings.', 'Deposit insurance'),
    ...unseen({
      term_length_years: number('Years from the start until the asset matures.', 'Term', { unit: 'years' }),
      term_description: text('How long the asset runs, in words.', 'Term in words'),
      max_capacity_amount: number('The most the asset takes, in units of the capacity asset.', 'Capacity'),
      max_capacity_asset_id: id('Identifier of what the capacity is counted in.', 'Capacity asset id', {
        link: 'assets',
      }),
      distribution_frequency_type: text('How often income is paid out.', 'Distribution frequency'),
      fee_structure_description: text('How the fees are made up.', 'Fees in words'),
      other_fees_description: text('Fees beside those for management and performance.', 'Other fees'),
      deposit_insurance_description: text('What the deposit insurance covers.', 'Deposit insurance terms'),
    }),
  }),
  ...group('Primary market', {
    primary_market__investor_types: textList('Kinds of investors who may subscribe.', 'Investors admitted'),
    primary_market__minimum_subscription_amt: number(
      'Least amount of a subscription, in units of the base asset.',
      'Minimum subscription',
    ),
    primary_market__base_asset_ticker: text('Ticker of what subscriptions are paid in.', 'Paid in'),
    primary_market__subscription_fee_bps: bps(
      'Fee on a subscription, in hundredths of a percent.',
      'Subscription fee',
    ),
    primary_market__redemption_fee_bps: bps(
      'Fee on a redemption, in hundredths of a percent.',
      'Redemption fee',
    ),
    primary_market__subscription_frequency: text('How often subscriptions are taken.', 'Subscriptions'),
    primary_market__redemption_frequency: text('How often tokens can be redeemed.', 'Redemptions'),
    primary_market__subscription_description: text('How to subscribe, in words.', 'Subscription terms'),
    primary_market__redemption_description: text('How to redeem, in words.', 'Redemption terms'),
    primary_market__is_kyc_required: boolean('Whether investors must prove who they are.', 'Identity check'),
    primary_market__kyc_provider_id: id(
      'Identifier of the provider that checks identities.',
      'Identity check provider id',
      { link: 'service-providers' },
    ),
    primary_market: object('The terms on which the issuer sells and redeems tokens.'),
    primary_markets: objectList('All terms on which the issuer sells and redeems tokens.'),
    primary_market_non_pegged_asset: object(
      'Terms paid in something other than the pegged asset.',
      'Primary market outside the peg',
    ),
    ...unseen({
      primary_market_pegged_asset: object('Terms paid in the pegged asset.', 'Primary market in the peg'),
    }),
  }),
  ...group('Legal', {
    regulatory_framework: text('Rules under which the asset is offered.', 'Regulation'),
    jurisdiction_country_name: text('Country whose law governs the asset.', 'Jurisdiction'),
    jurisdiction_country_id: id('Identifier of the country whose law governs the asset.', 'Jurisdiction id'),
    jurisdiction_country: object(
      'Id, name, code and region of the country whose law governs the asset.',
      'Jurisdiction record',
    ),
    legal_structure__country_name: text('Country in which the legal entity is registered.', 'Domicile'),
    legal_structure__country_id: id(
      'Identifier of the country in which the legal entity is registered.',
      'Domicile id',
    ),
    legal_structure__description: text('Form of the legal entity that holds the asset.', 'Legal structure'),
    dispute_resolution_country_name: text('Country whose courts decide disputes.', 'Place of disputes'),
    dispute_resolution_country_id: id(
      'Identifier of the country whose courts decide disputes.',
      'Place of disputes id',
    ),
    dispute_resolution_country: object(
      'Id, name and code of the country whose courts decide disputes.',
      'Place of disputes record',
    ),
    are_holdings_bankruptcy_remote: boolean(
      'Whether the holdings are safe from the issuer’s bankruptcy.',
      'Bankruptcy remote',
    ),
    holdings_bankruptcy_remote_description: text(
      'How the holdings are kept safe from the issuer’s bankruptcy.',
      'Bankruptcy remoteness',
    ),
    are_accounts_segregated: boolean(
      'Whether the holdings are kept apart from those of others.',
      'Segregated accounts',
    ),
    ...unseen({
      accounts_segregated_description: text(
        'How the holdings are kept apart from those of others.',
        'Account segregation',
      ),
      dispute_resolution_description: text('How disputes are settled.', 'Disputes'),
      regulatory_registration_number: text(
        'Number of the registration with the supervisor.',
        'Registration number',
      ),
      legal_structure__document_url: url('Address of the founding document.', 'Document'),
      legal_structure__document_name: text('Title of the founding document.', 'Document name'),
      legal_structure__document_description: text('What the founding document is.', 'Document description'),
      has_fork_rights: boolean('Whether holders keep rights when the network splits.', 'Fork rights'),
      fork_rights_description: text('What holders keep when the network splits.', 'Fork rights in words'),
      holder_has_right_to_redeem: boolean(
        'Whether every holder may redeem with the issuer.',
        'Right to redeem',
      ),
      holder_rights_description: text('What a holder may claim.', 'Rights of holders'),
      holdings_are_all_secured: boolean(
        'Whether all holdings are secured by collateral.',
        'Holdings secured',
      ),
      holdings_security_description: text('How the holdings are secured.', 'Security of holdings'),
    }),
  }),
  ...group(
    'Transparency',
    unseen({
      transparency_type: text('Kind of proof that the issuer gives of the holdings.', 'Transparency'),
      transparency_description: text(
        'What the issuer publishes of the holdings, and how often.',
        'Transparency in words',
      ),
      transparency_url: url('Address at which the issuer publishes the holdings.', 'Proof of holdings'),
      custody_description: text('Who keeps the holdings, and how.', 'Custody'),
      accounting_basis: text('Rules by which the books are kept.'),
      accounting_basis_description: text('How the books are kept.', 'Accounting basis in words'),
      accounting_frequency_type: text('How often the books are closed.', 'Accounting frequency'),
      accounting_frequency_type_id: id(
        'Identifier of how often the books are closed.',
        'Accounting frequency id',
      ),
      fair_value_input_level: text(
        'How directly the holdings’ value can be observed: level 1, 2 or 3.',
        'Fair value level',
      ),
      nav_reflects_income_only: boolean(
        'Whether net asset value moves by income alone.',
        'NAV is income only',
      ),
    }),
  ),
  ...group('Record', {
    stats_available: boolean('Whether the service has figures for the asset.', 'Figures available'),
    hidden: boolean('Whether the service leaves the asset out of its own pages.'),
    _created_at: datetime('When the record was made.', 'Created'),
    _updated_at: datetime('When the record was last changed. Without a time zone it is UTC.', 'Updated'),
  }),
];
