import { answerCalls } from '../../platform/threads/answerCalls.ts';
import { makeStoreCalls } from './storeCalls.ts';

/** The store's threads: all use of SQLite happens here, never on the window's main thread. */
const { open, explain } = makeStoreCalls();
answerCalls(open, explain);
