import { operatorsOfType, type KnownOperator } from '../../preload/contract/operators.ts';

/** Every operator that the app knows, each once: each fits fields of some type. */
export const knownOperators: readonly KnownOperator[] = [...new Set(Object.values(operatorsOfType).flat())];
