/** Ages are shown in minutes, countdowns to a request in a few seconds. */
const tickMs = 5_000;

/** The time, for the ages that views show. Milliseconds since 1970 UTC. */
export class Clock {
  now = $state(Date.now());

  /** Keeps the time. Returns how to stop. */
  start(): () => void {
    const timer = setInterval(() => {
      this.now = Date.now();
    }, tickMs);
    return () => {
      clearInterval(timer);
    };
  }
}
