import { parentPort, workerData } from 'node:worker_threads';
import { readWallets } from './readWallets.ts';

/** Reads one text and ends. */
parentPort?.postMessage(readWallets(String(workerData)));
