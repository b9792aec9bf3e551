import { sampleConnectionId } from '../../../preload/contract/connections.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Policy } from '../../../preload/contract/policy.ts';

interface Addressed {
  readonly id: string;
  readonly baseUrl: string;
}

export function allows(policy: Policy, { id, baseUrl }: Addressed): boolean {
  if (id === sampleConnectionId) return policy.sampleData;
  return policy.baseUrlChange || baseUrl === policy.baseUrl;
}

/** @throws FailureError `not-allowed` for a base URL that the policy does not allow */
export function refuseForeignBaseUrl(policy: Policy, baseUrl: string): void {
  if (allows(policy, { id: '', baseUrl })) return;
  throw notAllowed(policy, `Your IT department has set the base URL to ${policy.baseUrl}.`);
}

/** @throws FailureError `not-allowed` if the policy turns the sample data off */
export function refuseSampleData(policy: Policy): void {
  if (policy.sampleData) return;
  throw notAllowed(policy, 'Your IT department has turned off the sample data.');
}

function notAllowed({ problem, file }: Policy, message: string): FailureError {
  return new FailureError({
    code: 'not-allowed',
    message,
    detail: problem ?? `It is set in ${file ?? 'the policy of this computer'}.`,
  });
}
