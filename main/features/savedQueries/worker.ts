import { answerCalls } from '../../platform/threads/answerCalls.ts';
import { readQueryFile } from './queryFile.ts';

/** Entry of the thread that reads a long file of saved queries. */
const calls = { readQueryFile };
export type QueryFileCalls = typeof calls;

answerCalls(() => ({ calls }));
