import type { TestContext, TestOptions } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped: a full sentence. */
    reason?: string;
  }
}

/** For a test or a group that runs on some systems only: the others skip it, and print why. */
export function onlyIf(condition: boolean, reason: string): TestOptions {
  return condition ? {} : { skip: true, meta: { reason } };
}

/** Skips the test that runs, and prints why. */
export function leaveOut({ task, skip }: TestContext, reason: string): never {
  task.meta.reason = reason;
  return skip();
}
