/** The names of the resources: the last part of their paths. */
export const resourceNames = [
  'assets',
  'tokens',
  'networks',
  'platforms',
  'issuers',
  'managers',
  'service-providers',
  'transactions',
] as const;

export type ResourceName = (typeof resourceNames)[number];
