import { answerCalls } from '../../platform/threads/answerCalls.ts';
import { readQueryFile } from './queryFile.ts';

const calls = { readQueryFile };
export type QueryFileCalls = typeof calls;

answerCalls(() => ({ calls }));
