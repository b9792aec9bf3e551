import { answerCalls } from '../../../../../main/platform/threads/answerCalls.ts';

/** A thread whose call leaves something that nobody has a use for; it says when that is collected. */
answerCalls(
  ({ notify }) => {
    const registry = new FinalizationRegistry<string>(notify);
    return {
      calls: {
        leave(): void {
          registry.register({}, 'collected');
        },
        doNothing: () => undefined,
      },
    };
  },
  undefined,
  { idleMs: 2000, pauseMs: 100, betweenMs: 1000 },
);
