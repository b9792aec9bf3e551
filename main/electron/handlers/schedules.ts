import { formatNames } from '../../../preload/contract/exports.ts';
import type { scheduleCalls } from '../../../preload/contract/schedules.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import { chooseFile, fileNameOf } from '../saveDialog.ts';

/** The file of a schedule. */
export function scheduleHandlers(): HandlersOf<Pick<typeof scheduleCalls, 'chooseScheduleFile'>> {
  return {
    chooseScheduleFile({ format, isFolder, proposed }) {
      const { label, extension } = formatNames[format];
      return chooseFile('File of the schedule', `${fileNameOf(proposed, 'export')}-{date}`, {
        label,
        extension: isFolder ? null : extension,
      });
    },
  };
}
