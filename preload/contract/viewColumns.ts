import type { MetricMember } from './metric.ts';
import { findField, resources, type ResourceName } from './resources.ts';

export const shownMembers: readonly MetricMember[] = ['chg_7d_pct', 'chg_90d_pct'];

export function columnsWithMembers(
  resource: ResourceName,
  names: readonly string[],
  members: readonly MetricMember[],
): string[] {
  const columns = names.flatMap((name) => {
    const isMetric = findField(resources[resource], name)?.type === 'metric';
    return isMetric ? [name, ...members.map((member) => `${name}:${member}`)] : [name];
  });
  return [...new Set(columns)];
}
