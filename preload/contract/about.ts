import { z } from 'zod';
import { call } from './call.ts';

/** A package whose code is in the app. */
export const shippedPackageSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** As the package states it, an SPDX expression in most. */
  licence: z.string(),
  /** The words of the licence; empty where the package has no such file. */
  text: z.string(),
});

export type ShippedPackage = z.infer<typeof shippedPackageSchema>;

/** What the app is made of. */
export const aboutCalls = {
  /** By name. */
  listPackages: call().returns<ShippedPackage[]>(),
} as const;
