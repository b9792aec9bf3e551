import { dayOf } from '../../../preload/contract/days.ts';
import type { supportCalls } from '../../../preload/contract/support.ts';
import { writeWholeFile } from '../../features/exports/wholeFile.ts';
import { collectSupport } from '../../features/support/collect.ts';
import type { HandlersOf } from '../../platform/calls/callHandlers.ts';
import { chooseFile } from '../saveDialog.ts';
import { versions } from '../versions.ts';
import type { HandlerContext } from './context.ts';

export function supportHandlers({
  services,
  userDataFolder,
  run: { policy, safeMode, crashes, log },
}: HandlerContext): HandlersOf<typeof supportCalls> {
  return {
    async collectSupport() {
      const text = await collectSupport({
        services,
        userDataFolder,
        versions: versions(),
        policy,
        safeMode,
        crashes,
        log,
        now: Date.now,
      });
      return { text };
    },
    async saveSupport({ text }) {
      const name = `rwa-explorer-support-${dayOf(Date.now())}`;
      const path = await chooseFile('Save support file', name, { label: 'JSON', extension: 'json' });
      if (path !== null) await writeWholeFile(path, (write) => write(text));
      return path;
    },
  };
}
