import { field, group, unseen, type UngroupedField } from './fields.ts';
import type { Field } from './types.ts';

/** A plain number of percentage points, not a metric. Rule: data service interface, "Common conventions". */
function returnOver(name: string, label: string, span: string): UngroupedField {
  return field('number', name, `Total return ${span}, in percent.`, { label, unit: 'percent' });
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
    field('number', 'total_management_fee_bps', 'Yearly fee for management, in hundredths of a percent.', {
      label: 'Management fee',
      unit: 'bps',
    }),
    field(
      'number',
      'total_performance_fee_bps',
      'Part of the gains kept as a fee, in hundredths of a percent.',
      { label: 'Performance fee', unit: 'bps' },
    ),
    field('integer', 'lockup_period_months', 'Months in which the tokens cannot be redeemed.', {
      label: 'Lock-up',
      unit: 'months',
    }),
    field('text', 'lockup_description', 'When tokens can be redeemed, in words.', { label: 'Lock-up terms' }),
    field('text', 'annual_return_target_description', 'The yearly return the manager aims at, in words.', {
      label: 'Return target',
    }),
    field('boolean', 'has_deposit_insurance', 'Whether a deposit insurance covers the holdings.', {
      label: 'Deposit insurance',
    }),
    ...unseen([
      field('number', 'term_length_years', 'Years from the start until the asset matures.', {
        label: 'Term',
        unit: 'years',
      }),
      field('text', 'term_description', 'How long the asset runs, in words.', { label: 'Term in words' }),
      field('number', 'max_capacity_amount', 'The most the asset takes, in units of the capacity asset.', {
        label: 'Capacity',
      }),
      field('id', 'max_capacity_asset_id', 'Identifier of what the capacity is counted in.', {
        label: 'Capacity asset id',
        link: 'assets',
      }),
      field('text', 'distribution_frequency_type', 'How often income is paid out.', {
        label: 'Distribution frequency',
      }),
      field('text', 'fee_structure_description', 'How the fees are made up.', { label: 'Fees in words' }),
      field('text', 'other_fees_description', 'Fees beside those for management and performance.', {
        label: 'Other fees',
      }),
      field('text', 'deposit_insurance_description', 'What the deposit insurance covers.', {
        label: 'Deposit insurance terms',
      }),
    ]),
  ]),
  ...group('Primary market', [
    field('text-list', 'primary_market__investor_types', 'Kinds of investors who may subscribe.', {
      label: 'Investors admitted',
    }),
    field(
      'number',
      'primary_market__minimum_subscription_amt',
      'Least amount of a subscription, in units of the base asset.',
      { label: 'Minimum subscription' },
    ),
    field('text', 'primary_market__base_asset_ticker', 'Ticker of what subscriptions are paid in.', {
      label: 'Paid in',
    }),
    field(
      'number',
      'primary_market__subscription_fee_bps',
      'Fee on a subscription, in hundredths of a percent.',
      { label: 'Subscription fee', unit: 'bps' },
    ),
    field(
      'number',
      'primary_market__redemption_fee_bps',
      'Fee on a redemption, in hundredths of a percent.',
      { label: 'Redemption fee', unit: 'bps' },
    ),
    field('text', 'primary_market__subscription_frequency', 'How often subscriptions are taken.', {
      label: 'Subscriptions',
    }),
    field('text', 'primary_market__redemption_frequency', 'How often tokens can be redeemed.', {
      label: 'Redemptions',
    }),
    field('text', 'primary_market__subscription_description', 'How to subscribe, in words.', {
      label: 'Subscription terms',
    }),
    field('text', 'primary_market__redemption_description', 'How to redeem, in words.', {
      label: 'Redemption terms',
    }),
    field('boolean', 'primary_market__is_kyc_required', 'Whether investors must prove who they are.', {
      label: 'Identity check',
    }),
    field('id', 'primary_market__kyc_provider_id', 'Identifier of the provider that checks identities.', {
      label: 'Identity check provider id',
      link: 'service-providers',
    }),
    field('object', 'primary_market', 'The terms on which the issuer sells and redeems tokens.'),
    field('object-list', 'primary_markets', 'All terms on which the issuer sells and redeems tokens.'),
    field(
      'object',
      'primary_market_non_pegged_asset',
      'Terms paid in something other than the pegged asset.',
      { label: 'Primary market outside the peg' },
    ),
    ...unseen([
      field('object', 'primary_market_pegged_asset', 'Terms paid in the pegged asset.', {
        label: 'Primary market in the peg',
      }),
    ]),
  ]),
  ...group('Legal', [
    field('text', 'regulatory_framework', 'Rules under which the asset is offered.', { label: 'Regulation' }),
    field('text', 'jurisdiction_country_name', 'Country whose law governs the asset.', {
      label: 'Jurisdiction',
    }),
    field('id', 'jurisdiction_country_id', 'Identifier of the country whose law governs the asset.', {
      label: 'Jurisdiction id',
    }),
    field(
      'object',
      'jurisdiction_country',
      'Id, name, code and region of the country whose law governs the asset.',
      {
        label: 'Jurisdiction record',
      },
    ),
    field('text', 'legal_structure__country_name', 'Country in which the legal entity is registered.', {
      label: 'Domicile',
    }),
    field(
      'id',
      'legal_structure__country_id',
      'Identifier of the country in which the legal entity is registered.',
      { label: 'Domicile id' },
    ),
    field('text', 'legal_structure__description', 'Form of the legal entity that holds the asset.', {
      label: 'Legal structure',
    }),
    field('text', 'dispute_resolution_country_name', 'Country whose courts decide disputes.', {
      label: 'Place of disputes',
    }),
    field('id', 'dispute_resolution_country_id', 'Identifier of the country whose courts decide disputes.', {
      label: 'Place of disputes id',
    }),
    field(
      'object',
      'dispute_resolution_country',
      'Id, name and code of the country whose courts decide disputes.',
      { label: 'Place of disputes record' },
    ),
    field(
      'boolean',
      'are_holdings_bankruptcy_remote',
      'Whether the holdings are safe from the issuer’s bankruptcy.',
      { label: 'Bankruptcy remote' },
    ),
    field(
      'text',
      'holdings_bankruptcy_remote_description',
      'How the holdings are kept safe from the issuer’s bankruptcy.',
      { label: 'Bankruptcy remoteness' },
    ),
    field('boolean', 'are_accounts_segregated', 'Whether the holdings are kept apart from those of others.', {
      label: 'Segregated accounts',
    }),
    ...unseen([
      field(
        'text',
        'accounts_segregated_description',
        'How the holdings are kept apart from those of others.',
        { label: 'Account segregation' },
      ),
      field('text', 'dispute_resolution_description', 'How disputes are settled.', { label: 'Disputes' }),
      field('text', 'regulatory_registration_number', 'Number of the registration with the supervisor.', {
        label: 'Registration number',
      }),
      field('url', 'legal_structure__document_url', 'Address of the founding document.', {
        label: 'Document',
      }),
      field('text', 'legal_structure__document_name', 'Title of the founding document.', {
        label: 'Document name',
      }),
      field('text', 'legal_structure__document_description', 'What the founding document is.', {
        label: 'Document description',
      }),
      field('boolean', 'has_fork_rights', 'Whether holders keep rights when the network splits.', {
        label: 'Fork rights',
      }),
      field('text', 'fork_rights_description', 'What holders keep when the network splits.', {
        label: 'Fork rights in words',
      }),
      field('boolean', 'holder_has_right_to_redeem', 'Whether every holder may redeem with the issuer.', {
        label: 'Right to redeem',
      }),
      field('text', 'holder_rights_description', 'What a holder may claim.', { label: 'Rights of holders' }),
      field('boolean', 'holdings_are_all_secured', 'Whether all holdings are secured by collateral.', {
        label: 'Holdings secured',
      }),
      field('text', 'holdings_security_description', 'How the holdings are secured.', {
        label: 'Security of holdings',
      }),
    ]),
  ]),
  ...group(
    'Transparency',
    unseen([
      field('text', 'transparency_type', 'Kind of proof that the issuer gives of the holdings.', {
        label: 'Transparency',
      }),
      field('text', 'transparency_description', 'What the issuer publishes of the holdings, and how often.', {
        label: 'Transparency in words',
      }),
      field('url', 'transparency_url', 'Address at which the issuer publishes the holdings.', {
        label: 'Proof of holdings',
      }),
      field('text', 'custody_description', 'Who keeps the holdings, and how.', { label: 'Custody' }),
      field('text', 'accounting_basis', 'Rules by which the books are kept.'),
      field('text', 'accounting_basis_description', 'How the books are kept.', {
        label: 'Accounting basis in words',
      }),
      field('text', 'accounting_frequency_type', 'How often the books are closed.', {
        label: 'Accounting frequency',
      }),
      field('id', 'accounting_frequency_type_id', 'Identifier of how often the books are closed.', {
        label: 'Accounting frequency id',
      }),
      field(
        'text',
        'fair_value_input_level',
        'How directly the holdings’ value can be observed: level 1, 2 or 3.',
        { label: 'Fair value level' },
      ),
      field('boolean', 'nav_reflects_income_only', 'Whether net asset value moves by income alone.', {
        label: 'NAV is income only',
      }),
    ]),
  ),
  ...group('Record', [
    field('boolean', 'stats_available', 'Whether the service has figures for the asset.', {
      label: 'Figures available',
    }),
    field('boolean', 'hidden', 'Whether the service leaves the asset out of its own pages.'),
    field('datetime', '_created_at', 'When the record was made.', { label: 'Created' }),
    field('datetime', '_updated_at', 'When the record was last changed. Without a time zone it is UTC.', {
      label: 'Updated',
    }),
  ]),
];
