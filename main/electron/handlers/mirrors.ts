import type { mirrorCalls } from '../../../preload/contract/mirrors.ts';
import type { HandlersOf } from '../../platform/calls/callHandlers.ts';
import { confirmRemovedMirror, confirmTarget } from '../confirmations/mirror.ts';
import type { HandlerContext } from './context.ts';

export function mirrorHandlers({
  services: { mirrors, connections },
}: HandlerContext): HandlersOf<Pick<typeof mirrorCalls, 'testMirrorTarget' | 'saveMirror' | 'removeMirror'>> {
  const { calls } = mirrors;
  const agreed = new Set<string>();
  return {
    async testMirrorTarget({ ticket: _, ...request }, signal) {
      await confirmTarget(request, agreed, { calls, connections });
      return calls.testMirrorTarget(request, signal);
    },
    async saveMirror(request) {
      const { content, secret } = request;
      await confirmTarget({ ...content, secret }, agreed, { calls, connections });
      return calls.saveMirror(request);
    },
    async removeMirror({ id }) {
      const known = (await calls.listMirrors(undefined)).mirrors.find(({ mirror }) => mirror.id === id);
      if (known !== undefined) await confirmRemovedMirror(known.mirror);
      return calls.removeMirror({ id });
    },
  };
}
