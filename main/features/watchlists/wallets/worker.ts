import { answerCalls } from '../../../platform/threads/answerCalls.ts';
import { readWallets } from './readWallets.ts';

/** Entry of the thread that reads a long text of wallets. */
const calls = { readWallets };
export type WalletCalls = typeof calls;

answerCalls(() => ({ calls }));
