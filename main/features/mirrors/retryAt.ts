import { minuteMs } from '../../../preload/contract/days.ts';

/**
 * Returns when to try again what another program or an administrator has to end first, in milliseconds since 1970 UTC. A failure with it
 * lets a mirror that runs on try again by itself.
 */
export function retryAt(): number {
  return Date.now() + minuteMs;
}
