import { dialog } from 'electron';
import type { mirrorCalls } from '../../../preload/contract/mirrors.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';

/** The folder of a mirror in Parquet. */
export function mirrorHandlers(): HandlersOf<Pick<typeof mirrorCalls, 'chooseMirrorFolder'>> {
  return {
    async chooseMirrorFolder() {
      const { canceled, filePaths } = await dialog.showOpenDialog({
        title: 'Folder of the mirror',
        buttonLabel: 'Choose',
        properties: ['openDirectory', 'createDirectory'],
      });
      return canceled ? null : (filePaths[0] ?? null);
    },
  };
}
