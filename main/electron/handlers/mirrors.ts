import { dialog } from 'electron';
import type { mirrorCalls } from '../../../preload/contract/mirrors.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import { confirmTarget, placeOf, type AgreedTargets } from '../newMirrorTarget.ts';
import type { HandlerContext } from './context.ts';

/** What is asked outside of the page: the folder of a mirror, and whether a new target may get records. */
export function mirrorHandlers({
  services: { mirrors },
}: HandlerContext): HandlersOf<
  Pick<typeof mirrorCalls, 'chooseMirrorFolder' | 'testMirrorTarget' | 'saveMirror'>
> {
  const { calls } = mirrors;
  const agreed: AgreedTargets = new Set();
  return {
    async chooseMirrorFolder() {
      const { canceled, filePaths } = await dialog.showOpenDialog({
        title: 'Folder of the mirror',
        buttonLabel: 'Choose',
        properties: ['openDirectory', 'createDirectory'],
      });
      const [folder] = filePaths;
      if (canceled || folder === undefined) return null;
      agreed.add(placeOf({ kind: 'parquet', folder }));
      return folder;
    },
    async testMirrorTarget(request) {
      await confirmTarget(request.address, agreed, calls);
      return calls.testMirrorTarget(request);
    },
    async saveMirror(request) {
      await confirmTarget(request.content.address, agreed, calls);
      return calls.saveMirror(request);
    },
  };
}
