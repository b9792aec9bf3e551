/**
 * The names that records of the live service carry, in groups by what was seen: a metric object, a metric object expected
 * but only null seen, nothing but null, or an ordinary value.
 */
export interface SeenNames {
  readonly metrics: readonly string[];
  readonly metricsOnlyNull: readonly string[];
  readonly onlyNull: readonly string[];
  readonly values: readonly string[];
}

/** Names seen in records of assets. */
export const assetNames: SeenNames = {
  metrics: words(`
    apy_7_day apy_30_day raw_supply price_dollar daily_yield_rate daily_burns_token daily_mints_token
    market_cap_dollar rebase_multiplier daily_burns_dollar daily_mints_dollar total_supply_token
    market_value_dollar weekly_transfer_count monthly_transfer_count net_asset_value_dollar
    weekly_transfer_volume holding_addresses_count monthly_transfer_volume circulating_supply_token
    top_holder_concentration total_asset_value_dollar yield_to_maturity_percent adjusted_daily_burns_token
    adjusted_daily_mints_token bridged_token_supply_token bridged_token_value_dollar
    top_5_holder_concentration adjusted_daily_burns_dollar adjusted_daily_mints_dollar
    daily_transfer_volume_token top_10_holder_concentration daily_active_addresses_count
    daily_transfer_volume_dollar trailing_7_day_transfer_count weekly_active_addresses_count
    circulating_asset_value_dollar monthly_active_addresses_count trailing_30_day_transfer_count
    trailing_7_day_transfer_volume annually_active_addresses_count bridged_token_market_cap_dollar
    circulating_market_value_dollar hypothetical_10_000_performance trailing_30_day_transfer_volume
    quarterly_active_addresses_count number_of_daily_transactions_count
    trailing_7_day_active_addresses_count trailing_30_day_active_addresses_count
  `),
  metricsOnlyNull: words(`
    total_contracts cash_drag_percent idle_capital_token total_issued_funds total_token_inflow
    daily_bridge_volume funded_assets_token idle_capital_dollar interest_paid_token total_token_outflow
    funded_assets_dollar interest_paid_dollar principal_paid_token weekly_bridge_volume
    m2_money_stock_dollar monthly_bridge_volume net_asset_value_token principal_paid_dollar
    drawndown_assets_token number_of_active_loans number_of_loans_funded recovered_assets_token
    drawndown_assets_dollar maximum_capacity_dollar recovered_assets_dollar total_asset_value_token
    available_capacity_token repo_loan_to_value_ratio available_capacity_dollar number_of_defaulted_loans
    daily_bridge_inflow_volume outstanding_capital_dollar total_collateralized_funds
    cumulative_repo_trade_count daily_bridge_outflow_volume outstanding_principal_token
    weekly_bridge_inflow_volume written_off_principal_token monthly_bridge_inflow_volume
    outstanding_principal_dollar trailing_7_day_bridge_volume weekly_bridge_outflow_volume
    written_off_principal_dollar daily_yield_distributed_token defaulted_loans_amount_dollar
    monthly_bridge_outflow_volume trailing_30_day_bridge_volume cumulative_issued_amount_token
    daily_yield_distributed_dollar defaulted_loans_amount_percent cumulative_issued_amount_dollar
    cumulative_repo_issuance_volume weighted_average_maturity_years adjusted_holding_addresses_count
    cumulative_interest_earned_token secured_overnight_financing_rate cumulative_interest_earned_dollar
    cumulative_repaid_principal_token cumulative_repo_collateral_volume cumulative_repaid_principal_dollar
    trailing_7_day_bridge_inflow_volume trailing_30_day_bridge_inflow_volume
    trailing_7_day_bridge_outflow_volume trailing_30_day_bridge_outflow_volume
    trailing_90_day_active_addresses_count trailing_365_day_active_addresses_count
  `),
  onlyNull: words(`
    unit status auditor ratings sp_rating auditor_id manager_id region_ids sector_ids sponsor_id sub_advisor
    asset_status region_names sector_names crypto_broker exchange_agent master_fund_id sub_advisor_id
    has_fork_rights accounting_basis crypto_broker_id crypto_custodian term_description transparency_url
    exchange_agent_id investment_status term_length_years transparency_type fund_administrator
    has_single_holding traditional_broker crypto_custodian_id custody_description max_capacity_amount
    deployed_contract_id real_estate_property fund_administrator_id max_capacity_asset_id
    traditional_broker_id traditional_custodian fair_value_input_level other_fees_description
    fork_rights_description holdings_are_all_secured investment_strategy_type nav_reflects_income_only
    traditional_custodian_id transparency_description accounting_frequency_type fee_structure_description
    holder_rights_description management_mechanism_type holder_has_right_to_redeem
    distribution_frequency_type investment_strategy_type_id peg_maintenance_description
    primary_market_pegged_asset accounting_basis_description accounting_frequency_type_id
    deposit_insurance_description holdings_security_description legal_structure__document_url
    dispute_resolution_description legal_structure__document_name regulatory_registration_number
    accounts_segregated_description legal_structure__document_description
  `),
  values: words(`
    id isin name slug type cusip hidden issuer ticker tokens manager website asset_id icon_url color_hex
    issuer_id _created_at _updated_at asset_class description issuer_name network_ids token_count
    paying_agent pegged_asset protocol_ids asset_pool_id is_investable is_open_ended network_names
    asset_class_id governing_body inception_date primary_market transfer_agent paying_agent_id
    pegged_asset_id primary_markets stats_available asset_class_name is_yield_bearing base_protocol_ids
    has_bridge_tokens has_native_tokens pegged_asset_name transfer_agent_id bridge_token_count
    distributes_income lockup_description native_token_count tokenization_types jurisdiction_country
    lockup_period_months regulatory_framework denomination_asset_id has_deposit_insurance
    tokenization_type_ids transferability_types are_accounts_segregated jurisdiction_country_id
    total_management_fee_bps transferability_type_ids underlying_asset_classes denomination_asset_ticker
    jurisdiction_country_name total_performance_fee_bps dispute_resolution_country
    asset_to_pegged_asset_ratio legal_structure__country_id year_to_date_return_percent
    legal_structure__description dispute_resolution_country_id legal_structure__country_name
    tokenization_sponsorship_type trailing_7_day_return_percent are_holdings_bankruptcy_remote
    primary_market__investor_types since_inception_return_percent trailing_1_year_return_percent
    dispute_resolution_country_name primary_market__is_kyc_required primary_market__kyc_provider_id
    primary_market_non_pegged_asset trailing_1_month_return_percent trailing_3_month_return_percent
    annual_return_target_description primary_market__base_asset_ticker primary_market__redemption_fee_bps
    primary_market__redemption_frequency primary_market__subscription_fee_bps
    holdings_bankruptcy_remote_description primary_market__redemption_description
    primary_market__subscription_frequency primary_market__minimum_subscription_amt
    primary_market__subscription_description
  `),
};

/** Names seen in records of tokens. */
export const tokenNames: SeenNames = {
  metrics: words(`
    weekly_active_addresses_count daily_active_addresses_count number_of_daily_transactions_count
    bridged_token_supply_token circulating_supply_token total_supply_token raw_supply
    quarterly_active_addresses_count circulating_asset_value_dollar bridged_token_value_dollar
    monthly_active_addresses_count daily_mints_token total_asset_value_dollar daily_burns_token
    daily_transfer_volume_token annually_active_addresses_count weekly_transfer_count weekly_transfer_volume
    monthly_transfer_count monthly_transfer_volume trailing_7_day_transfer_count
    trailing_7_day_transfer_volume trailing_30_day_transfer_count trailing_30_day_transfer_volume
    adjusted_daily_burns_token adjusted_daily_mints_token adjusted_daily_burns_dollar
    adjusted_daily_mints_dollar
  `),
  metricsOnlyNull: words(`
    cumulative_issued_amount_dollar top_10_holder_concentration total_collateralized_funds
    weighted_average_maturity number_of_defaulted_loans yield_to_maturity cumulative_interest_earned_token
    available_capacity_token daily_mints_dollar interest_paid_dollar daily_yield_distributed_token
    outstanding_capital_dollar market_value_dollar top_holder_concentration number_of_active_loans
    defaulted_loans_amount_percent total_token_inflow cumulative_issued_amount_token maximum_capacity_dollar
    price_dollar principal_paid_token outstanding_principal_dollar cash_drag_percent total_token_outflow
    daily_burns_dollar written_off_principal_dollar daily_yield_distributed_dollar drawndown_assets_dollar
    apy_7_day idle_capital_token trailing_365_day_active_addresses_count daily_transfer_volume_dollar
    recovered_assets_dollar daily_yield_rate cumulative_repaid_principal_token
    adjusted_holding_addresses_count interest_paid_token m2_money_stock
    trailing_90_day_active_addresses_count holding_addresses_count funded_assets_dollar total_issued_funds
    net_asset_value_dollar number_of_loans_funded rebase_multiplier drawndown_assets_token
    cumulative_interest_earned_dollar available_capacity_dollar defaulted_loans_amount_dollar
    bridged_token_market_cap_dollar recovered_assets_token trailing_30_day_active_addresses_count
    total_asset_value_token circulating_market_value_dollar outstanding_principal_token
    principal_paid_dollar apy_30_day written_off_principal_token trailing_7_day_active_addresses_count
    total_contracts funded_assets_token cumulative_repaid_principal_dollar idle_capital_dollar
    net_asset_value_token top_5_holder_concentration daily_bridge_inflow_volume daily_bridge_outflow_volume
    weekly_bridge_inflow_volume weekly_bridge_outflow_volume monthly_bridge_inflow_volume
    monthly_bridge_outflow_volume trailing_7_day_bridge_inflow_volume trailing_7_day_bridge_outflow_volume
    trailing_30_day_bridge_inflow_volume trailing_30_day_bridge_outflow_volume cumulative_repo_trade_count
    cumulative_repo_issuance_volume cumulative_repo_collateral_volume repo_loan_to_value_ratio
    daily_bridge_volume weekly_bridge_volume monthly_bridge_volume trailing_7_day_bridge_volume
    trailing_30_day_bridge_volume hypothetical_10_000_performance
  `),
  onlyNull: words(`
    transferability_description base_protocol_id base_protocol_name base_protocol parent_network_id
    parent_network asset_status status investment_status year_to_date_return_percent
    trailing_7_day_return_percent trailing_1_month_return_percent trailing_3_month_return_percent
    trailing_1_year_return_percent since_inception_return_percent daily_asset_performance_rate
    secured_overnight_financing_rate
  `),
  values: words(`
    id asset_id protocol_id protocol_name network_id network_name address decimals standards
    transferability_type transferability_type_id platform_id platform_name hidden name asset_class_id
    protocol platform network tokenization_type_id tokenization_type asset_manager_id asset_manager token_id
    asset asset_class issuer issuance_type
  `),
};

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
