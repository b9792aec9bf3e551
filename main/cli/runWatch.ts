import { counted } from '../../preload/contract/counted.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import type { Services } from '../services.ts';
import type { FreshTransaction, WatchedList } from '../features/watchlists/intake.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { print, remark } from './output.ts';
import type { WatchTask } from './commands/local.ts';

/** Prints results up to a failed request. @throws FailureError */
export async function runWatchCheck(
  services: Services,
  connectionId: string,
  { list: wanted, offline }: WatchTask,
  signal: AbortSignal,
): Promise<ExitCode> {
  const intake = await services.watch.intake(connectionId);
  const watched = await intake.listWatched();
  const chosen = wanted.length === 0 ? watched : wanted.map((name) => findList(watched, name));
  if (chosen.length === 0) {
    remark('No watchlist of this connection is on. Turn one on in the app.');
    return exitCodes.done;
  }
  if (offline) throw new FailureError(cannotCheck);
  const names = new Map(watched.map(({ list }) => [list.id, list.name]));
  const fresh: FreshTransaction[] = [];
  const onFresh = (arrived: readonly FreshTransaction[]): void => {
    fresh.push(...arrived);
  };
  intake.events.on('fresh', onFresh);
  try {
    const listIds = chosen.map(({ list }) => list.id);
    await (await services.checkers.checker(connectionId)).checkNow(listIds, signal);
    remark(`${counted(chosen.length, 'list')} checked.`);
  } finally {
    intake.events.off('fresh', onFresh);
    for (const { record, listIds } of fresh) {
      const lists = listIds.map((id) => ({ id, name: names.get(id) ?? null }));
      await print({ lists, transaction: record });
    }
  }
  return exitCodes.done;
}

function findList(watched: readonly WatchedList[], name: string): WatchedList {
  const found =
    watched.find(({ list }) => list.id === name) ??
    watched.find(({ list }) => list.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  throw new FailureError({
    code: 'not-found',
    message: `No watchlist that is on is named “${name.slice(0, 100)}”. Check its name in the app, and that it is on.`,
  });
}

const cannotCheck = {
  code: 'offline',
  message: 'Watchlists cannot be checked offline. Run the command without --offline.',
} as const;
