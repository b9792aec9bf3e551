import { metricMembers, type MetricMember } from '../metric.ts';
import type { Field } from './types.ts';
import { unitOfChange, type Unit } from '../units.ts';

const memberLabels: Readonly<Record<MetricMember, string>> = {
  val: 'now',
  val_7d: '7 d ago',
  val_30d: '30 d ago',
  val_90d: '90 d ago',
  chg_7d_amt: '7 d change',
  chg_7d_pct: '7 d change %',
  chg_30d_amt: '30 d change',
  chg_30d_pct: '30 d change %',
  chg_90d_amt: '90 d change',
  chg_90d_pct: '90 d change %',
};

export function memberLabel(member: MetricMember, unit: Unit | undefined): string {
  if (member.endsWith('_pct') && unit === 'percent')
    return memberLabels[member].replace('change', 'relative change');
  if (!member.endsWith('_amt')) return memberLabels[member];
  return `${memberLabels[member]}${unit === 'dollar' ? ' $' : unit === 'percent' ? ' in points' : ''}`;
}

export function memberUnit(member: string | null | undefined, unit: Unit | undefined): Unit | undefined {
  if (member?.endsWith('_pct') === true) return 'percent';
  return member?.endsWith('_amt') === true ? unitOfChange(unit) : unit;
}

export function splitMember(name: string): { base: string; member: MetricMember | null } {
  const [base = name, word, ...rest] = name.split(':');
  const member = rest.length > 0 ? undefined : metricMembers.find((known) => known === word);
  return member === undefined ? { base: name, member: null } : { base, member };
}

export function memberField<Of extends Omit<Field, 'group'>>(
  metric: Of,
  member: MetricMember,
): Of & { signed: boolean } {
  const unit = memberUnit(member, metric.unit);
  return {
    ...metric,
    name: `${metric.name}:${member}`,
    label: `${metric.label}, ${memberLabel(member, metric.unit)}`,
    type: 'number',
    ...(unit === undefined ? {} : { unit }),
    searchable: false,
    signed: member.startsWith('chg_'),
  };
}

export function findWithMembers<Of extends Omit<Field, 'group'>>(
  fields: readonly Of[],
  name: string,
): Of | undefined {
  const exact = fields.find((field) => field.name === name);
  if (exact !== undefined) return exact;
  const { base, member } = splitMember(name);
  const metric = member === null ? undefined : fields.find((field) => field.name === base);
  return metric?.type === 'metric' && member !== null ? memberField(metric, member) : undefined;
}
