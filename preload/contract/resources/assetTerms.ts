import { field, group, unseen, type UngroupedField } from './fields.ts';
import type { Field } from './types.ts';

/** A plain number of percentage points, not a metric. Rule: data service interface, "Common conventions". */
function returnOver(name: string, label: string, span: string): UngroupedField {
  return field('number', name, label, `Total return ${span}, in percent.`, { unit: 'percent' });
}

/** Returns of an asset or a token: plain numbers, never metric objects. */
export const returnFields: readonly Field[] = group('Performance', [
  returnOver('trailing_7_day_return_percent', '7-day return', 'over the last 7 days'),
  returnOver('trailing_1_month_return_percent', '1-month return', 'over the last month'),
  returnOver('trailing_3_month_return_percent', '3-month return', 'over the last three months'),
  returnOver('trailing_1_year_return_percent', '1-year return', 'over the last year'),
  returnOver('year_to_date_return_percent', 'Return this year', 'since the first of January'),
  returnOver('since_inception_return_percent', 'Return since inception', 'since the first day'),
]);

/** How an asset can be bought and redeemed, its law, its fees, and what is known of its holdings. */
export const assetTerms: readonly Field[] = [
  ...returnFields,
  ...group('Terms', [
    field(
      'number',
      'total_management_fee_bps',
      'Management fee',
      'Yearly fee for management, in hundredths of a percent.',
      {
        unit: 'bps',
      },
    ),
    field(
      'number',
      'total_performance_fee_bps',
      'Performance fee',
      'Part of the gains kept as a fee, in hundredths of a percent.',
      {
        unit: 'bps',
      },
    ),
    field('integer', 'lockup_period_months', 'Lock-up', 'Months in which the tokens cannot be redeemed.', {
      unit: 'months',
    }),
    field('text', 'lockup_description', 'Lock-up terms', 'When tokens can be redeemed, in words.'),
    field(
      'text',
      'annual_return_target_description',
      'Return target',
      'The yearly return the manager aims at, in words.',
    ),
    field(
      'boolean',
      'has_deposit_insurance',
      'Deposit insurance',
      'Whether a deposit insurance covers the holdings.',
    ),
    ...unseen([
      field('number', 'term_length_years', 'Term', 'Years from the start until the asset matures.', {
        unit: 'years',
      }),
      field('text', 'term_description', 'Term in words', 'How long the asset runs, in words.'),
      field(
        'number',
        'max_capacity_amount',
        'Capacity',
        'The most the asset takes, in units of the capacity asset.',
      ),
      field(
        'id',
        'max_capacity_asset_id',
        'Capacity asset id',
        'Identifier of what the capacity is counted in.',
        {
          link: 'assets',
        },
      ),
      field('text', 'distribution_frequency_type', 'Distribution frequency', 'How often income is paid out.'),
      field('text', 'fee_structure_description', 'Fees in words', 'How the fees are made up.'),
      field(
        'text',
        'other_fees_description',
        'Other fees',
        'Fees beside those for management and performance.',
      ),
      field(
        'text',
        'deposit_insurance_description',
        'Deposit insurance terms',
        'What the deposit insurance covers.',
      ),
    ]),
  ]),
  ...group('Primary market', [
    field(
      'text-list',
      'primary_market__investor_types',
      'Investors admitted',
      'Kinds of investors who may subscribe.',
    ),
    field(
      'number',
      'primary_market__minimum_subscription_amt',
      'Minimum subscription',
      'Least amount of a subscription, in units of the base asset.',
    ),
    field(
      'text',
      'primary_market__base_asset_ticker',
      'Paid in',
      'Ticker of what subscriptions are paid in.',
    ),
    field(
      'number',
      'primary_market__subscription_fee_bps',
      'Subscription fee',
      'Fee on a subscription, in hundredths of a percent.',
      {
        unit: 'bps',
      },
    ),
    field(
      'number',
      'primary_market__redemption_fee_bps',
      'Redemption fee',
      'Fee on a redemption, in hundredths of a percent.',
      {
        unit: 'bps',
      },
    ),
    field(
      'text',
      'primary_market__subscription_frequency',
      'Subscriptions',
      'How often subscriptions are taken.',
    ),
    field('text', 'primary_market__redemption_frequency', 'Redemptions', 'How often tokens can be redeemed.'),
    field(
      'text',
      'primary_market__subscription_description',
      'Subscription terms',
      'How to subscribe, in words.',
    ),
    field('text', 'primary_market__redemption_description', 'Redemption terms', 'How to redeem, in words.'),
    field(
      'boolean',
      'primary_market__is_kyc_required',
      'Identity check',
      'Whether investors must prove who they are.',
    ),
    field(
      'id',
      'primary_market__kyc_provider_id',
      'Identity check provider id',
      'Identifier of the provider that checks identities.',
      {
        link: 'service-providers',
      },
    ),
    field(
      'object',
      'primary_market',
      'Primary market',
      'The terms on which the issuer sells and redeems tokens.',
    ),
    field(
      'object-list',
      'primary_markets',
      'Primary markets',
      'All terms on which the issuer sells and redeems tokens.',
    ),
    field(
      'object',
      'primary_market_non_pegged_asset',
      'Primary market outside the peg',
      'Terms paid in something other than the pegged asset.',
    ),
    ...unseen([
      field(
        'object',
        'primary_market_pegged_asset',
        'Primary market in the peg',
        'Terms paid in the pegged asset.',
      ),
    ]),
  ]),
  ...group('Legal', [
    field('text', 'regulatory_framework', 'Regulation', 'Rules under which the asset is offered.'),
    field('text', 'jurisdiction_country_name', 'Jurisdiction', 'Country whose law governs the asset.'),
    field(
      'id',
      'jurisdiction_country_id',
      'Jurisdiction id',
      'Identifier of the country whose law governs the asset.',
    ),
    field(
      'object',
      'jurisdiction_country',
      'Jurisdiction record',
      'Id, name and code of the country whose law governs the asset.',
    ),
    field(
      'text',
      'legal_structure__country_name',
      'Domicile',
      'Country in which the legal entity is registered.',
    ),
    field(
      'id',
      'legal_structure__country_id',
      'Domicile id',
      'Identifier of the country in which the legal entity is registered.',
    ),
    field(
      'text',
      'legal_structure__description',
      'Legal structure',
      'Form of the legal entity that holds the asset.',
    ),
    field(
      'text',
      'dispute_resolution_country_name',
      'Place of disputes',
      'Country whose courts decide disputes.',
    ),
    field(
      'id',
      'dispute_resolution_country_id',
      'Place of disputes id',
      'Identifier of the country whose courts decide disputes.',
    ),
    field(
      'object',
      'dispute_resolution_country',
      'Place of disputes record',
      'Id, name and code of the country whose courts decide disputes.',
    ),
    field(
      'boolean',
      'are_holdings_bankruptcy_remote',
      'Bankruptcy remote',
      'Whether the holdings are safe from the issuer’s bankruptcy.',
    ),
    field(
      'text',
      'holdings_bankruptcy_remote_description',
      'Bankruptcy remoteness',
      'How the holdings are kept safe from the issuer’s bankruptcy.',
    ),
    field(
      'boolean',
      'are_accounts_segregated',
      'Segregated accounts',
      'Whether the holdings are kept apart from those of others.',
    ),
    ...unseen([
      field(
        'text',
        'accounts_segregated_description',
        'Account segregation',
        'How the holdings are kept apart from those of others.',
      ),
      field('text', 'dispute_resolution_description', 'Disputes', 'How disputes are settled.'),
      field(
        'text',
        'regulatory_registration_number',
        'Registration number',
        'Number of the registration with the supervisor.',
      ),
      field('url', 'legal_structure__document_url', 'Document', 'Address of the founding document.'),
      field('text', 'legal_structure__document_name', 'Document name', 'Title of the founding document.'),
      field(
        'text',
        'legal_structure__document_description',
        'Document description',
        'What the founding document is.',
      ),
      field(
        'boolean',
        'has_fork_rights',
        'Fork rights',
        'Whether holders keep rights when the network splits.',
      ),
      field(
        'text',
        'fork_rights_description',
        'Fork rights in words',
        'What holders keep when the network splits.',
      ),
      field(
        'boolean',
        'holder_has_right_to_redeem',
        'Right to redeem',
        'Whether every holder may redeem with the issuer.',
      ),
      field('text', 'holder_rights_description', 'Rights of holders', 'What a holder may claim.'),
      field(
        'boolean',
        'holdings_are_all_secured',
        'Holdings secured',
        'Whether all holdings are secured by collateral.',
      ),
      field('text', 'holdings_security_description', 'Security of holdings', 'How the holdings are secured.'),
    ]),
  ]),
  ...group(
    'Transparency',
    unseen([
      field(
        'text',
        'transparency_type',
        'Transparency',
        'Kind of proof that the issuer gives of the holdings.',
      ),
      field(
        'text',
        'transparency_description',
        'Transparency in words',
        'What the issuer publishes of the holdings, and how often.',
      ),
      field(
        'url',
        'transparency_url',
        'Proof of holdings',
        'Address at which the issuer publishes the holdings.',
      ),
      field('text', 'custody_description', 'Custody', 'Who keeps the holdings, and how.'),
      field('text', 'accounting_basis', 'Accounting basis', 'Rules by which the books are kept.'),
      field('text', 'accounting_basis_description', 'Accounting basis in words', 'How the books are kept.'),
      field('text', 'accounting_frequency_type', 'Accounting frequency', 'How often the books are closed.'),
      field(
        'id',
        'accounting_frequency_type_id',
        'Accounting frequency id',
        'Identifier of how often the books are closed.',
      ),
      field(
        'text',
        'fair_value_input_level',
        'Fair value level',
        'How directly the holdings’ value can be observed: level 1, 2 or 3.',
      ),
      field(
        'boolean',
        'nav_reflects_income_only',
        'NAV is income only',
        'Whether net asset value moves by income alone.',
      ),
    ]),
  ),
  ...group('Record', [
    field(
      'boolean',
      'stats_available',
      'Figures available',
      'Whether the service has figures for the asset.',
    ),
    field('boolean', 'hidden', 'Hidden', 'Whether the service leaves the asset out of its own pages.'),
    field('datetime', '_created_at', 'Created', 'When the record was made.'),
    field(
      'datetime',
      '_updated_at',
      'Updated',
      'When the record was last changed. Without a time zone it is UTC.',
    ),
  ]),
];
