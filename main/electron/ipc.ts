import { ipcMain } from 'electron';
import { callChannel } from '../../preload/contract/channels.ts';
import { callNames } from '../../preload/contract/names.ts';
import { fail } from '../../preload/contract/failures.ts';
import type { CallHandlers, CallLog } from '../platform/calls/answerCall.ts';
import { isTrustedSender } from './appOrigin.ts';

/** Answers every call of the window, and logs failures. Early calls wait for `handlers`. */
export function handleCalls(handlers: Promise<CallHandlers>, log: CallLog, onCall: () => void): void {
  for (const name of callNames) {
    ipcMain.handle(callChannel(name), async (event, input: unknown) => {
      if (!isTrustedSender(event.senderFrame))
        return fail({ code: 'bad-arguments', message: 'This page may not use the app.' });
      onCall();
      // Contains the schemas of all calls, which load while the window opens.
      const { answerCall } = await import('../platform/calls/answerCall.ts');
      return answerCall(name, input, handlers, log);
    });
  }
}
