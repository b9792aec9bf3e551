import { z } from 'zod';
import type { AppEvents } from '../../../platform/appEvents.ts';
import { memoizeByKey } from '../../../platform/once.ts';
import type { UserStore } from '../../../store/store.ts';
import { createChecker, type Checker, type CheckerOptions } from './checker.ts';

interface CheckersOptions extends Pick<CheckerOptions, 'readSettings' | 'now'> {
  readonly user: UserStore;
  readonly listConnectionIds: () => Promise<readonly string[]>;
  readonly open: (
    connectionId: string,
  ) => Promise<Pick<CheckerOptions, 'client' | 'intake' | 'sync' | 'waiting' | 'retryAfterMs'>>;
  readonly offline: () => boolean;
  readonly isPaused: () => boolean;
  readonly events: AppEvents;
}

export type Checkers = ReturnType<typeof createCheckers>;

const kind = 'watch-answered';
const answeredSchema = z.record(z.string(), z.number()).catch({});

export function createCheckers({ user, offline, isPaused, events, ...options }: CheckersOptions) {
  const checker = memoizeByKey(open);
  let isStarted = false;
  events.on('watchRulesChanged', startAll);

  async function open(id: string): Promise<Checker> {
    const opened = await options.open(id);
    const stored = (await user.listDocuments(kind)).find((one) => one.id === id)?.value;
    const answered = new Map(Object.entries(answeredSchema.parse(stored)));
    const made = createChecker({
      ...options,
      ...opened,
      answered,
      saveAnswered: () => user.changeDocuments([{ kind, id, value: Object.fromEntries(answered) }]),
      pauseReason: () => (offline() ? 'offline' : isPaused() ? 'paused' : null),
      onChanged: () => events.emit('watchChecksChanged', { connectionId: id }),
    });
    opened.intake.events.on('listsChanged', () => made.nudge());
    return made;
  }

  function startAll(): void {
    const start = async (): Promise<void> => {
      for (const connectionId of await options.listConnectionIds()) (await checker(connectionId)).start();
    };
    if (isStarted) start().catch((error: unknown) => events.emit('backgroundError', 'watchlists', error));
  }

  return {
    start(): void {
      isStarted = true;
      startAll();
    },
    async nudge(): Promise<void> {
      await Promise.allSettled(checker.opened().map(async (one) => (await one).nudge()));
      startAll();
    },
    checker,
    async close(): Promise<void> {
      isStarted = false;
      await Promise.allSettled(checker.opened().map(async (one) => (await one).stop()));
    },
  };
}
