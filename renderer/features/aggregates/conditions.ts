import type { AggregateMetadata } from '../../../preload/contract/metadata.ts';
import type { Scalar } from '../../../preload/contract/query.ts';
import { builderFields } from '../../query/fields.ts';
import { describeFilter } from '../../format/filter.ts';
import type { Selection } from '../../query/aggregateSelection.ts';

/**
 * Returns the conditions of a chart in parts, such as `Network = Ethereum, from 2025-06-01`; empty for none.
 * @param nameOf returns the name of a linked resource's identifier, if known
 */
export function conditionsOf(
  { filters, from, to }: Selection,
  metadata: AggregateMetadata,
  nameOf: (resource: string, id: Scalar) => string | undefined,
): string {
  const fields = builderFields(metadata.fields);
  const parts = filters.map((filter) =>
    describeFilter(filter, { fields }, ({ name, link }, value) => {
      const options = fields.find((field) => field.name === name)?.options;
      const option = options?.find((one) => String(one.value) === String(value));
      return option?.label ?? (link === undefined ? undefined : nameOf(link, value));
    }),
  );
  return [...parts, ...(from === null ? [] : [`from ${from}`]), ...(to === null ? [] : [`to ${to}`])].join(
    ', ',
  );
}
