import { z } from 'zod';
import { call, event } from './call.ts';
import { layoutSchema } from './layouts.ts';
import { resourceNames } from './resources/names.ts';

/** Column presets: named arrangements of the grid of a resource, applied when the user asks for it. */

/** What makes a preset, without when and under which id it is stored: this is what files hold. */
export const columnPresetContentSchema = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty').max(100, 'must not be longer than 100 characters'),
  resource: z.enum(resourceNames),
  /** Fields that the resource does not have stay, as in a layout. */
  layout: layoutSchema,
});
export type ColumnPresetContent = z.infer<typeof columnPresetContentSchema>;

export const columnPresetId = z.string().min(1).max(100);

export const columnPresetSchema = columnPresetContentSchema.extend({
  id: columnPresetId,
  /** Milliseconds since 1970 UTC. */
  createdAt: z.number(),
  changedAt: z.number(),
});
export type ColumnPreset = z.infer<typeof columnPresetSchema>;

/** The user's presets by name. `notices`: what could not be read, in sentences; it stays as it is. */
export interface ColumnPresets {
  readonly presets: ColumnPreset[];
  readonly notices: string[];
}

export const columnPresetCalls = {
  listColumnPresets: call().returns<ColumnPresets>(),
  /** Stores a preset: a new one without `id`, else in place of the one with this id. The failure `bad-arguments` where another one of the resource has its name. */
  saveColumnPreset: call({
    id: columnPresetId.optional(),
    content: columnPresetContentSchema,
  }).returns<ColumnPreset>(),
  removeColumnPreset: call({ id: columnPresetId }).returns<undefined>(),
} as const;

export const columnPresetEvents = {
  /** Presets have changed: list them again. */
  columnPresetsChanged: event<null>(),
} as const;
