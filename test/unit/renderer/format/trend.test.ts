import { expect, it } from 'vitest';
import { trendPoints } from '../../../../renderer/format/trend.ts';

it('the course of a metric runs from 90 days ago at the left to today at the right', () => {
  const trend = trendPoints({ val_90d: 10, val_30d: 20, val_7d: 30, val: 40 }, 94, 14);
  expect(trend?.line).toBe('2,12 62,8.7 85,5.3 92,2');
  expect(trend?.end).toEqual({ x: 92, y: 2 });
});

it('missing snapshots are passed over; a flat course runs through the middle', () => {
  expect(trendPoints({ val_90d: null, val_7d: 5, val: 5 }, 94, 14)?.line).toBe('85,7 92,7');
});

it('nothing to compare, nothing to draw', () => {
  expect(trendPoints({ val: 5 }, 94, 14)).toBeNull();
  expect(trendPoints({ val_90d: 5, val_7d: 6, val: null }, 94, 14)).toBeNull();
});
