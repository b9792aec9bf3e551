import { onTestFinished } from 'vitest';
import { settingsSchema } from '../../preload/contract/settings.ts';
import { useFormats, type FormatSettings } from '../../renderer/format/intl.ts';

const usual: FormatSettings = settingsSchema.parse({});

/** Formats text with other settings than the usual until the test ends. */
export function withFormats(settings: Partial<FormatSettings>): void {
  useFormats({ ...usual, ...settings });
  onTestFinished(() => {
    useFormats(usual);
  });
}
