import type { AggregateMeasure } from '../../../preload/contract/resources/aggregates.ts';
import { quote } from '../query/sql.ts';
import type { Table } from '../query/tables.ts';

/** Figures that belong to the asset as a whole: each of its tokens has the same. */
const sharedMeasures: ReadonlySet<string> = new Set([
  'net_asset_value_dollar',
  'price_dollar',
  'apy_7_day',
  'apy_30_day',
]);

/**
 * The table expression `aggregates`: every cached token with every one of these measures, under the names by which aggregates
 * are filtered and grouped, with its latest `value`. Names of groups are those that tokens carry.
 */
export function localMembers(tokens: Table, assets: Table, measures: readonly AggregateMeasure[]): string {
  const rows = measures.map(({ id, slug, label }) => {
    const name = label.replaceAll("'", "''");
    return `(${id.toString()}, '${slug}', '${name}', ${sharedMeasures.has(slug) ? '1' : '0'})`;
  });
  const values = measures.map(({ slug }) => `WHEN '${slug}' THEN t.${quote(slug)}`);
  return `measures (measure_id, measure_slug, measure_name, is_shared) AS (VALUES ${rows.join(', ')}),
    aggregates AS NOT MATERIALIZED (
      SELECT m.*, CASE m.measure_slug ${values.join(' ')} END AS value, t._fetch AS fetch,
        t.id AS token_id, t.name AS token_name,
        t.asset_id, t.asset_name,
        t.asset_class_id, t.asset_class_name, t.asset_class_slug,
        b.content ->> '$.asset_class.color_hex' AS asset_class_color,
        (SELECT a.is_investable FROM ${assets.name} a WHERE a.id = t.asset_id) AS is_investable,
        t.network_id, t.network_name, t.network_slug, b.content ->> '$.network.color_hex' AS network_color,
        t.protocol_id, t.protocol_name, t.protocol_slug,
        b.content ->> '$.protocol.color_hex' AS protocol_color,
        t.issuer_id, t.issuer_name, b.content ->> '$.issuer.color_hex' AS issuer_color
      FROM ${tokens.name} t JOIN ${tokens.bodies} b ON b.key = t._body CROSS JOIN measures m
    )`;
}
