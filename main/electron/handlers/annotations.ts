import type { annotationCalls } from '../../../preload/contract/annotations.ts';
import { sendEvent } from '../events.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import type { HandlerContext } from './context.ts';

/** The user's private labels and notes. */
export function annotationHandlers({
  services: { annotations },
}: HandlerContext): HandlersOf<typeof annotationCalls> {
  return {
    listAnnotations: () => annotations.list(),
    async changeAnnotation(change) {
      const annotation = await annotations.change(change);
      sendEvent('annotationChanged', { subject: change.subject, annotation });
      return annotation;
    },
  };
}
