import type { aboutCalls } from '../../../preload/contract/about.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import { readShippedPackages } from '../shippedPackages.ts';
import type { HandlerContext } from './context.ts';

/** What the app is made of. */
export function aboutHandlers({ outFolder }: HandlerContext): HandlersOf<typeof aboutCalls> {
  return { listPackages: () => readShippedPackages(outFolder) };
}
