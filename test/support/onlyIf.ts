import type { TestContext, TestOptions } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** A full sentence. */
    reason?: string;
  }
}

/** Skips a test or group on other systems, and prints why. */
export function onlyIf(condition: boolean, reason: string): TestOptions {
  return condition ? {} : { skip: true, meta: { reason } };
}

/** Skips the running test, and prints why. */
export function leaveOut({ task, skip }: TestContext, reason: string): never {
  task.meta.reason = reason;
  return skip();
}
