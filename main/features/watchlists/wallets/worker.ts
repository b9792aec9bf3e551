import { answerCalls } from '../../../platform/threads/answerCalls.ts';
import { readWallets } from './readWallets.ts';

const calls = { readWallets };
export type WalletCalls = typeof calls;

answerCalls(() => ({ calls }));
