import { formatNames } from '../../../preload/contract/exports.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { scheduleCalls, ScheduleContent } from '../../../preload/contract/schedules.ts';
import type { HandlersOf } from '../../platform/calls/callHandlers.ts';
import { fileNameOf } from '../../platform/system/fileNames.ts';
import { asCode, confirm, listed } from '../ask.ts';
import { chooseFile, chooseFolder } from '../saveDialog.ts';
import type { HandlerContext } from './context.ts';
import { canonicalJson } from '../../../preload/contract/json.ts';

/** The file of a schedule. It is chosen outside of the page, so that no page decides where the app writes. */
export function scheduleHandlers({
  services: { schedules, exports, savedQueries, connections },
}: HandlerContext): HandlersOf<Pick<typeof scheduleCalls, 'chooseScheduleFile' | 'saveSchedule'>> {
  const chosen = new Set<string>();

  function refuseOther(work: ScheduleContent['work'], before: ScheduleContent['work'] | undefined): void {
    const path = pathOf(work);
    if (path === null || chosen.has(path)) return;
    if (before !== undefined && pathOf(before) === path) return;
    throw new FailureError({
      code: 'not-allowed',
      message: 'Choose the file of the schedule with Choose file….',
      detail: path,
    });
  }

  async function contentsOf(work: ScheduleContent['work']): Promise<string> {
    if (work.kind === 'savedQuery') {
      const { queries } = await savedQueries.list();
      const query = queries.find(({ id }) => id === work.savedQueryId);
      return `the saved view “${query?.name ?? work.savedQueryId}”, ${await connections.nameOf(work.connectionId)}`;
    }
    if (work.kind !== 'export') return '';
    const { connectionId, scope, columns } = work.request;
    const title = await exports.titleOf(work.request);
    return `${title}, ${await connections.nameOf(connectionId)}: ${asCode({ scope, columns })}`;
  }

  return {
    async chooseScheduleFile({ format, isFolder, proposed }) {
      const name = `${fileNameOf(proposed, 'export')}-{date}`;
      const path = await (isFolder
        ? chooseFolder('Folder of the schedule')
        : chooseFile('File of the schedule', name, formatNames[format]));
      if (path !== null) chosen.add(path);
      return path;
    },
    async saveSchedule({ id, content }) {
      const { schedules: all } = await schedules.calls.listSchedules(undefined);
      const before = all.find(({ schedule }) => schedule.id === id)?.schedule.work;
      refuseOther(content.work, before);
      await confirmSchedule(content.work, before, () => contentsOf(content.work));
      return schedules.calls.saveSchedule({ id, content });
    },
  };
}

function pathOf(work: ScheduleContent['work']): string | null {
  return 'file' in work ? work.file.path : null;
}

type Work = ScheduleContent['work'];

/**
 * Confirms, outside of the page, a schedule that writes a new file or other contents than before, because it
 * runs unattended.
 * @param before the stored work of the schedule; undefined for a new one
 * @param contents description of what is written
 * @throws FailureError `canceled` unless the user agrees
 */
async function confirmSchedule(
  work: Work,
  before: Work | undefined,
  contents: () => Promise<string>,
): Promise<void> {
  if (!('file' in work) || (before !== undefined && canonicalJson(before) === canonicalJson(work))) return;
  const { path, existing } = work.file;
  await confirm(
    {
      message: 'Let this schedule write a file?',
      detail: `${listed({
        File: path,
        Format: formatNames[work.kind === 'export' ? work.request.format : work.format].label,
        Contents: await contents(),
        'A file that is there':
          existing === 'keep'
            ? 'stays; the new one gets a number'
            : 'is replaced where the schedule has written it',
      })}\n\nIt is written at the times of the schedule, also when nobody looks.`,
      agree: 'Save schedule',
    },
    'The schedule was not saved.',
  );
}
