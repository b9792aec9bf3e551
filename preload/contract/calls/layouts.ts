import { z } from 'zod';
import { layoutSchema } from '../layout.ts';
import { call, nothing, resource } from './call.ts';

/** How the user has arranged the grids. Resources that the user has not touched have no layout. */
export const layoutCalls = {
  listLayouts: call(nothing, z.array(z.object({ resource, layout: layoutSchema }))),
  /** Keeps a layout, or forgets it where it is null. */
  saveLayout: call(z.strictObject({ resource, layout: layoutSchema.nullable() }), nothing),
} as const;
