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
  { idle: 2000, pause: 100, between: 1000 },
);
