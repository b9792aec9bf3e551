/**
 * Makes a mark for reads that may overlap, so that an older answer that arrives last does not replace a newer one. Call the mark where a
 * read begins; the function that it returns tells, once the answer is there, whether no other read has begun since.
 */
export function latestRead(): () => () => boolean {
  let latest = 0;
  return () => {
    latest += 1;
    const begun = latest;
    return () => begun === latest;
  };
}
