import type { Page } from '@playwright/test';
import { sampleConnectionId } from '../../../preload/contract/connections.ts';
import type { Bridge } from '../../../preload/contract/bridge.ts';

/** What runs beside the person while the window is measured. */

interface SyncWindow {
  bridge: Bridge;
  benchSync?: { isOver: boolean; stored: number; problem: string | null };
}

/** Does the work while all tokens of the sample data are synced into the cache that the window shows, over and over. Throws where no record was. */
export async function withSync<Value>(page: Page, work: () => Promise<Value>): Promise<Value> {
  await page.evaluate(beginSyncs, sampleConnectionId);
  const value = await work();
  const { stored, problem } = await page.evaluate(() => {
    const { benchSync } = window as unknown as SyncWindow;
    if (benchSync === undefined) throw new Error('The page was loaded anew, which ended the sync.');
    benchSync.isOver = true;
    return benchSync;
  });
  if (problem !== null || stored === 0)
    throw new Error(`Nothing was synced: ${problem ?? 'no record came.'}`);
  return value;
}

/** Runs in the page. Resolves with the first records that are stored. */
async function beginSyncs(connectionId: string): Promise<void> {
  const page = window as unknown as SyncWindow;
  const { bridge } = page;
  const sync = { isOver: false, stored: 0, problem: null as string | null };
  page.benchSync = sync;
  let jobId = '';
  const begin = async (): Promise<void> => {
    const begun = await bridge.startSync({ connectionId, resource: 'tokens', query: {} });
    if (begun.ok) jobId = begun.value.id;
    else sync.problem = begun.failure.message;
  };
  const isStored = new Promise<void>((resolve) => {
    bridge.onJobChanged((job) => {
      if (job.id !== jobId) return;
      sync.stored = Math.max(sync.stored, job.done);
      if (job.state === 'failed') sync.problem = 'The job has failed.';
      if (job.done > 0 || job.state === 'failed') resolve();
      if (sync.isOver && job.endedAt === null) void bridge.cancelJob({ jobId });
      else if (!sync.isOver && job.state === 'done') void begin();
    });
  });
  await begin();
  if (sync.problem === null) await isStored;
}
