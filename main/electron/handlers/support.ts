import { dayOf } from '../../../preload/contract/days.ts';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import type { supportCalls } from '../../../preload/contract/support.ts';
import { writeWholeFile } from '../../features/exports/wholeFile.ts';
import { collectSupport } from '../../features/support/collect.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import { versions } from '../versions.ts';
import type { HandlerContext } from './context.ts';

/** The file for whoever helps: the user reads it first. */
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
      const { canceled, filePath } = await dialog.showSaveDialog({
        title: 'Save support file',
        defaultPath: join(app.getPath('downloads'), `rwa-explorer-support-${dayOf(Date.now())}.json`),
        filters: [{ name: 'JSON', extensions: ['json'] }],
        properties: ['showOverwriteConfirmation', 'createDirectory'],
      });
      if (canceled || filePath === '') return null;
      await writeWholeFile(filePath, (write) => write(text));
      return filePath;
    },
  };
}
