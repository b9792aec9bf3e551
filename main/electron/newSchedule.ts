import { formatNames } from '../../preload/contract/exports.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import type { ScheduleContent } from '../../preload/contract/schedules.ts';
import { confirm, listed } from './ask.ts';

type Work = ScheduleContent['work'];

/**
 * Asks the user, outside of the page, about a schedule that writes a file, or writes something else than before: it does so when nobody looks.
 * @param before the work of the schedule as it is stored; undefined for a new one
 * @param contents what is written, in words
 * @throws FailureError `cancelled` unless the user agrees
 */
export async function confirmSchedule(
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
