import { answerCalls } from '../../platform/threads/answerCalls.ts';
import { makeStoreCalls } from './storeCalls.ts';

/** What the store's threads do: everything that touches SQLite runs here, never on the main thread of the window. */
const { open, explain } = makeStoreCalls();
answerCalls(open, explain);
