import { formatNames } from '../../../preload/contract/exports.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { scheduleCalls, ScheduleContent } from '../../../preload/contract/schedules.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import { fileNameOf } from '../../platform/system/fileNames.ts';
import { chooseFile } from '../saveDialog.ts';
import type { HandlerContext } from './context.ts';

/** The file of a schedule. It is chosen outside of the page: no page can make the app write where the user did not say. */
export function scheduleHandlers({
  services: { schedules },
}: HandlerContext): HandlersOf<Pick<typeof scheduleCalls, 'chooseScheduleFile' | 'saveSchedule'>> {
  const chosen = new Set<string>();

  async function refuseOther(content: ScheduleContent, id: string | undefined): Promise<void> {
    const path = pathOf(content);
    if (path === null || chosen.has(path)) return;
    const { schedules: all } = await schedules.calls.listSchedules(undefined);
    const before = all.find(({ schedule }) => schedule.id === id);
    if (before !== undefined && pathOf(before.schedule) === path) return;
    throw new FailureError({
      code: 'not-allowed',
      message: 'Choose the file of the schedule with Choose file….',
      detail: path,
    });
  }

  return {
    async chooseScheduleFile({ format, isFolder, proposed }) {
      const { label, extension } = formatNames[format];
      const plain = fileNameOf(proposed, 'export');
      const name = isFolder ? plain : `${plain}-{date}`;
      const path = await chooseFile(isFolder ? 'Folder of the schedule' : 'File of the schedule', name, {
        label,
        extension: isFolder ? null : extension,
      });
      if (path !== null) chosen.add(path);
      return path;
    },
    async saveSchedule({ id, content }) {
      await refuseOther(content, id);
      return schedules.calls.saveSchedule({ id, content });
    },
  };
}

function pathOf({ work }: ScheduleContent): string | null {
  return 'file' in work ? work.file.path : null;
}
