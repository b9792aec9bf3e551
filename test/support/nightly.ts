/**
 * Marks a test of `npm run test:all` alone, in Playwright and in vitest: `test('…', nightly, …)`. What it shows takes long, and the way that
 * most take through the same code is shown by another, which runs at every change.
 */
export const nightly = { tag: '@nightly', tags: ['nightly'] };
