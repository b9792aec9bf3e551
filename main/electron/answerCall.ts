import { calls, type CallArguments, type CallName, type CallValue } from '../../preload/contract/bridge.ts';
import { fail, FailureError, ok, type Failure, type Result } from '../../preload/contract/failures.ts';
import { shapeProblem } from './inputShape.ts';
import type { CallHandlers, CallLog } from './ipc.ts';

/** Answers a call of the window whose sender is trusted: its arguments are parsed before anything looks at them. */
export async function answerCall<Name extends CallName>(
  name: Name,
  input: unknown,
  handlers: Promise<CallHandlers>,
  log: CallLog,
): Promise<Result<CallValue<Name>>> {
  const problem = shapeProblem(input);
  if (problem !== null) return fail({ code: 'bad-arguments', message: problem, detail: name });
  const parsed = calls[name].args.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail({
      code: 'bad-arguments',
      message: issue?.message ?? 'The arguments are invalid.',
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
}

const unexpected: Failure = {
  code: 'internal',
  message: 'Something went wrong inside the app. Try again; if it happens again, restart the app.',
};
