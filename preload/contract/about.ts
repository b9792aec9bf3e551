import { z } from 'zod';
import { call } from './call.ts';

export const shippedPackageSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** An SPDX expression in most packages. */
  licence: z.string(),
  text: z.string(),
});

export type ShippedPackage = z.infer<typeof shippedPackageSchema>;

export const aboutCalls = {
  listPackages: call().returns<ShippedPackage[]>(),
} as const;
