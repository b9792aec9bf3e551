import {
  columnPresetSchema,
  type ColumnPreset,
  type columnPresetCalls,
} from '../../../preload/contract/columnPresets.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { AppEvents } from '../../platform/appEvents.ts';
import type { FeatureCalls } from '../../platform/callHandlers.ts';
import { createSerialQueue } from '../../platform/serialQueue.ts';
import { byName, documentsOf, stamped } from '../../store/documents.ts';
import type { UserStore } from '../../store/store.ts';

/** The user's column presets, as documents. */
export function presetDocuments(user: Pick<UserStore, 'listDocuments'>) {
  return documentsOf<ColumnPreset>(user, {
    kind: 'column-preset',
    schema: columnPresetSchema,
    one: 'column preset',
    many: 'column presets',
  });
}

/** The user's column presets. Emits `columnPresetsChanged` after each change. */
export function createColumnPresets({
  user,
  now,
  events,
}: {
  user: Pick<UserStore, 'listDocuments' | 'changeDocuments'>;
  now: () => number;
  events: AppEvents;
}): FeatureCalls<typeof columnPresetCalls> {
  /** Changes come one after another: each begins with what the one before has left. */
  const enqueue = createSerialQueue();
  const presets = presetDocuments(user);

  return {
    async listColumnPresets() {
      const { documents, notices } = byName(await presets.read());
      return { presets: documents, notices: [...notices] };
    },
    saveColumnPreset: ({ id, content }) =>
      enqueue(async () => {
        const { documents } = await presets.read();
        const before = id === undefined ? undefined : documents.find((preset) => preset.id === id);
        if (id !== undefined && before === undefined) throw noSuchPreset(id);
        const isTaken = documents.some(
          (other) => other.id !== id && other.resource === content.resource && other.name === content.name,
        );
        if (isTaken) throw nameTaken(content.name);
        const preset = stamped(content, now(), before);
        await user.changeDocuments([presets.write(preset)]);
        events.emit('columnPresetsChanged', null);
        return preset;
      }),
    removeColumnPreset: ({ id }) =>
      enqueue(async () => {
        await user.changeDocuments([presets.remove(id)]);
        events.emit('columnPresetsChanged', null);
        return undefined;
      }),
  };
}

function noSuchPreset(id: string): FailureError {
  return new FailureError({
    code: 'not-found',
    message: 'This column preset no longer exists. Save it under a new name.',
    detail: id,
  });
}

function nameTaken(name: string): FailureError {
  return new FailureError({
    code: 'bad-arguments',
    message: `A column preset is called “${name}” already. Choose another name, or overwrite that one.`,
  });
}
