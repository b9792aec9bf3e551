import {
  calls,
  type CallArguments,
  type CallName,
  type CallValue,
} from '../../../preload/contract/bridge.ts';
import { fail, FailureError, ok, type Failure, type Result } from '../../../preload/contract/failures.ts';
import type { Log } from '../log/log.ts';
import { maxDepth } from '../../../preload/contract/answerNotes.ts';

/** Handlers of the contract's calls: return the value, or throw `FailureError` for an expected failure. */
export type CallHandlers = {
  readonly [Name in CallName]: (args: CallArguments<Name>) => Promise<CallValue<Name>>;
};

export type CallLog = Pick<Log, 'failure' | 'error'>;

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
    // The schema of this name accepted the arguments; the compiler cannot infer that through the map.
    const handler = (await handlers)[name];
    return ok(await handler(parsed.data as CallArguments<Name>));
  } catch (error) {
    if (error instanceof FailureError) {
      log.failure(name, error.failure);
      return fail(error.failure);
    }
    log.error(name, error);
    return fail(unexpected);
  }
}

const unexpected: Failure = {
  code: 'internal',
  message: 'Something went wrong inside the app. Try again; if it happens again, restart the app.',
};

/** Repeated objects: twenty objects, each twice in the next one, are a million when walked. */
const maxRepeated = 10_000;

function shapeProblem(input: unknown): string | null {
  const seen = new Set<object>();
  const stack: { value: unknown; level: number }[] = [{ value: input, level: 1 }];
  let repeated = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, level } = next;
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (level > maxDepth) return `The arguments are nested deeper than ${maxDepth.toString()} levels.`;
    if (seen.has(value)) repeated += 1;
    if (repeated > maxRepeated) return 'The arguments name the same objects again and again.';
    seen.add(value);
    for (const member of Object.values(value)) stack.push({ value: member, level: level + 1 });
  }
  return null;
}
