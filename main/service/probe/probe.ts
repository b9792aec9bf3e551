import { FailureError } from '../../../preload/contract/failures.ts';
import { readErrorMessage } from '../answers.ts';
import { failureOfStatus, unreachable } from '../faults.ts';
import type { Transport } from '../transport.ts';
import { checks, type Check, type Verdict } from './checks.ts';
import {
  questionNames,
  questions,
  type ProbeAnswer,
  type ProbeAnswers,
  type QuestionName,
} from './questions.ts';

/** An assumption, and what the service says of it. */
export interface Finding extends Verdict, Pick<Check, 'id' | 'assumption' | 'code'> {}

export interface ProbeOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly transport: Transport;
  readonly signal: AbortSignal;
  /** Told before each request. */
  readonly onAsk?: (pathAndQuery: string) => void;
}

/** Nothing that is asked here takes longer than the service's own cache needs. */
const answerWithinMs = 60_000;

/**
 * Asks a service once for each of `questions`, one after another, and tells which assumptions of the client its answers bear
 * out. Nothing is tried again.
 *
 * @throws FailureError where the service cannot be reached or does not take the key
 */
export async function probe(options: ProbeOptions): Promise<Finding[]> {
  const answers: Partial<Record<QuestionName, ProbeAnswer>> = {};
  for (const name of questionNames) {
    const pathAndQuery = questions[name](answers);
    options.onAsk?.(pathAndQuery);
    answers[name] = await ask(options, pathAndQuery);
  }
  if (!isWhole(answers)) throw new Error('Every question has an answer.');
  return checks.map(({ check, ...told }) => ({ ...told, ...check(answers) }));
}

function isWhole(answers: Partial<ProbeAnswers>): answers is ProbeAnswers {
  return questionNames.every((name) => answers[name] !== undefined);
}

async function ask(options: ProbeOptions, pathAndQuery: string): Promise<ProbeAnswer> {
  const { baseUrl, key, transport, signal } = options;
  let answer: ProbeAnswer;
  try {
    const response = await transport(`${baseUrl}${pathAndQuery}`, {
      method: 'GET',
      headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
    });
    // What is found is printed: an answer may quote what was sent.
    const text = (await response.text()).replaceAll(key, '…');
    answer = { status: response.status, headers: response.headers, body: jsonOf(text) };
  } catch (error) {
    throw new FailureError(unreachable(error, pathAndQuery, key));
  }
  if (answer.status !== 401 && answer.status !== 403) return answer;
  throw new FailureError(
    failureOfStatus({
      status: answer.status,
      message: readErrorMessage(answer.body),
      request: pathAndQuery,
      retryAt: null,
    }),
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
