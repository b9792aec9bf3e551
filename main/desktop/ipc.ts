import { BrowserWindow, ipcMain } from 'electron';
import {
  calls,
  type CallArguments,
  type CallName,
  type CallValue,
  type EventName,
  type EventPayload,
} from '../../preload/contract/bridge.ts';
import { callChannel, eventChannel } from '../../preload/contract/channels.ts';
import { callNames } from '../../preload/contract/names.ts';
import { fail, FailureError, ok, type Failure, type Result } from '../../preload/contract/failures.ts';
import type { Log } from '../log/log.ts';
import { isTrustedSender } from './trustedSender.ts';

/** One handler for each call of the contract. It returns the value, or throws `FailureError` for an expected failure. */
export type CallHandlers = {
  readonly [Name in CallName]: (args: CallArguments<Name>) => Promise<CallValue<Name>>;
};

/** The handlers of some calls: those that one file of the contract states. */
export type HandlersOf<Calls> = Pick<CallHandlers, keyof Calls & CallName>;

/** Where failed calls are written down. */
export type CallLog = Pick<Log, 'failure' | 'fault'>;

/**
 * Answers every call of the window. What goes wrong is written down.
 * @param handlers calls that come before they are there wait for them
 */
export function handleCalls(handlers: Promise<CallHandlers>, log: CallLog): void {
  for (const name of callNames) handleCall(name, handlers, log);
}

/** Sends an event to every window. */
export function sendEvent<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed()) window.webContents.send(eventChannel(name), payload);
  }
}

function handleCall<Name extends CallName>(name: Name, handlers: Promise<CallHandlers>, log: CallLog): void {
  ipcMain.handle(callChannel(name), async (event, input: unknown): Promise<Result<CallValue<Name>>> => {
    if (!isTrustedSender(event.senderFrame)) return fail(foreignSender);
    const parsed = calls[name].args.safeParse(input);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return fail({
        code: 'bad-arguments',
        message: issue?.message ?? 'The arguments do not fit.',
        detail: [name, ...(issue?.path ?? [])].join('.'),
      });
    }
    try {
      // The schema of this very name has just accepted the arguments; the compiler cannot follow that through the map.
      const handler = (await handlers)[name];
      return ok(await handler(parsed.data as CallArguments<Name>));
    } catch (error) {
      if (error instanceof FailureError) {
        log.failure(name, error.failure);
        return fail(error.failure);
      }
      log.fault(name, error);
      return fail(unexpected);
    }
  });
}

const foreignSender: Failure = {
  code: 'bad-arguments',
  message: 'This page may not use the app.',
};

const unexpected: Failure = {
  code: 'internal',
  message: 'Something went wrong inside the app. Try again; if it happens again, restart the app.',
};
