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
