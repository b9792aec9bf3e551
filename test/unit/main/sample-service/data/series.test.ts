import { describe, expect, it } from 'vitest';
import {
  bytesOf,
  stepsFromBytes,
  stepsToBytes,
  valuesFromBytes,
} from '../../../../../main/sample-service/data/series.ts';

describe('series as bytes', () => {
  it('come back as they were, from any place in memory', () => {
    const steps = { days: Int32Array.of(1, 5, 9), values: Float64Array.of(0.1, 1e-6, 1e15) };
    const bytes = stepsToBytes(steps);
    const shifted = Buffer.concat([Buffer.of(0, 0, 0), bytes]).subarray(3);
    expect(stepsFromBytes(shifted)).toEqual(steps);
    expect(stepsFromBytes(Buffer.of())).toEqual({ days: new Int32Array(0), values: new Float64Array(0) });
    expect(valuesFromBytes(bytesOf(Float64Array.of(1, NaN)))).toEqual(Float64Array.of(1, NaN));
  });
});
