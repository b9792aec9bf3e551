import type { mirrorCalls } from '../../../preload/contract/mirrors.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import { confirmTarget } from '../newMirrorTarget.ts';
import type { HandlerContext } from './context.ts';

/** What is asked outside of the page: whether a new target may get records. */
export function mirrorHandlers({
  services: { mirrors },
}: HandlerContext): HandlersOf<Pick<typeof mirrorCalls, 'testMirrorTarget' | 'saveMirror'>> {
  const { calls } = mirrors;
  /** Servers that the user has agreed to in this session. */
  const agreed = new Set<string>();
  return {
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
