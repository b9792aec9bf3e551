import { noEvidence } from '../../main/sync/proof/evidence.ts';

/** Proof of a complete sync, for tests of marks. */
export const wholeProof = {
  evidence: { ...noEvidence, read: 1, end: 1, isEndSeen: true },
  leftOut: { count: 0, names: [] },
} as const;
