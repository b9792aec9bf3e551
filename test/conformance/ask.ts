import { FailureError } from '../../preload/contract/failures.ts';
import { readErrorMessage } from '../../main/data-service/answers.ts';
import { failureOfStatus, unreachable } from '../../main/data-service/failures.ts';

/** One answer of the service, as it came. `body` is the text itself where it is no JSON. */
export interface ProbeAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface Service {
  readonly url: string;
  readonly key: string;
}

/** What is sent in the place of the key: nothing, or a key that no service accepts. */
export type WithoutKey = 'missing' | 'invalid';

/**
 * Sends a request once and returns the answer whatever its status.
 *
 * @throws FailureError if the service cannot be reached, or rejects the key that it was sent
 */
export type Ask = (pathAndQuery: string, without?: WithoutKey) => Promise<ProbeAnswer>;

/** No request here takes longer than the service's own cache needs. */
const answerWithinMs = 60_000;

export function makeAsk({ url, key }: Service): Ask {
  return async (pathAndQuery, without) => {
    let answer: ProbeAnswer;
    try {
      const response = await fetch(`${url}${pathAndQuery}`, {
        method: 'GET',
        headers: { accept: 'application/json', ...authorization(key, without) },
        signal: AbortSignal.timeout(answerWithinMs),
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
      });
      // What is found is printed: an answer may quote what was sent.
      const text = (await response.text()).replaceAll(key, '…');
      answer = { status: response.status, body: jsonOf(text) };
    } catch (error) {
      throw new FailureError(unreachable(error, pathAndQuery, key));
    }
    const { status, body } = answer;
    if (without !== undefined || (status !== 401 && status !== 403)) return answer;
    const message = readErrorMessage(body);
    throw new FailureError(failureOfStatus({ status, message, request: pathAndQuery, retryAt: null }));
  };
}

function authorization(key: string, without: WithoutKey | undefined): Record<string, string> {
  if (without === 'missing') return {};
  return { authorization: `Bearer ${without === 'invalid' ? 'no-such-key' : key}` };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
