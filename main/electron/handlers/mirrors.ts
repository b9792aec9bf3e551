import type { mirrorCalls } from '../../../preload/contract/mirrors.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import { confirmTarget } from '../newMirrorTarget.ts';
import type { HandlerContext } from './context.ts';

/** What is asked outside of the page: whether a new target may get records. */
export function mirrorHandlers({
  services: { mirrors },
}: HandlerContext): HandlersOf<Pick<typeof mirrorCalls, 'testMirrorTarget' | 'saveMirror'>> {
  const { calls } = mirrors;
  /** Targets that the user has agreed to in this session. */
  const agreed = new Set<string>();
  return {
    async testMirrorTarget(request, signal) {
      await confirmTarget(request, agreed, calls);
      return calls.testMirrorTarget(request, signal);
    },
    async saveMirror(request) {
      const { content, secret } = request;
      await confirmTarget({ address: content.address, secret }, agreed, calls);
      return calls.saveMirror(request);
    },
  };
}
