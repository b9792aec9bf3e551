import { noEvidence } from '../../main/sync/proof/evidence.ts';

/** What the end of a sync is told where everything was read, as if it had been: for tests of what marks are good for. */
export const wholeProof = {
  evidence: { ...noEvidence, read: 1, end: 1, isEndSeen: true },
  leftOut: { count: 0, names: [] },
} as const;
