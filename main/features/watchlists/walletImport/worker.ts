import { answerCalls } from '../../../platform/threads/answerCalls.ts';
import { readWallets } from './readWallets.ts';

answerCalls(() => ({ calls: { readWallets } }));
