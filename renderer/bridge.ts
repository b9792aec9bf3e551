import type { Bridge as MainBridge, CallInput, RecordList } from '../preload/contract/bridge.ts';
import { ok, type Failure, type Result, errorText } from '../preload/contract/failures.ts';
import { parseRecords } from '../preload/contract/recordsText.ts';
import type { RecordListText } from '../preload/contract/records.ts';

declare global {
  interface Window {
    readonly bridge: MainBridge;
  }
}

export type { MainBridge };

type ListCall = 'listRecords' | 'listWatchlistRecords';

/** The bridge as views call it. Lists cross it as text and arrive as records. */
export type Bridge = Omit<MainBridge, ListCall> & {
  readonly [Name in ListCall]: (args: CallInput<Name>) => Promise<Result<RecordList>>;
};

export interface WithBridge {
  readonly bridge: Bridge;
}

export function openBridge(bridge: MainBridge): Bridge {
  return {
    ...bridge,
    listRecords: async (args) => withRecords(await bridge.listRecords(args)),
    listWatchlistRecords: async (args) => withRecords(await bridge.listWatchlistRecords(args)),
  };
}

function withRecords(result: Result<RecordListText>): Result<RecordList> {
  if (!result.ok) return result;
  const { recordsText, recordCount: _, ...list } = result.value;
  return ok({ ...list, records: parseRecords(recordsText) });
}

/** Makes a call. An unexpected rejection becomes a failure, so that no view waits forever. */
export async function ask<Value>(call: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await call();
  } catch (error) {
    return { ok: false, failure: unexpectedFailure(error) };
  }
}

/** Makes a call and ignores its value. Returns the failure, or null. */
export async function failureOf(call: () => Promise<Result<unknown>>): Promise<Failure | null> {
  const result = await ask(call);
  return result.ok ? null : result.failure;
}

function unexpectedFailure(error: unknown): Failure {
  return {
    code: 'internal',
    message: 'The app failed to answer. Try again; if it happens again, restart the app.',
    detail: errorText(error),
  };
}
