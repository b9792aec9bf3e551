/**
 * Discards answers of overlapping reads that arrive late. Call the result when a read starts; the returned
 * function tells whether it is still the latest.
 */
export function latestRead(): () => () => boolean {
  let latest = 0;
  return () => {
    latest += 1;
    const begun = latest;
    return () => begun === latest;
  };
}
