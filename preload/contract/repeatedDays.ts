/** The service repeats figures on days without data. Source: service notes, "Records". */

/** Assumed: equal figures on this many days are no coincidence. */
const daysInARow = 3;

/** Ignores zeros; `days` since 1970, ascending. */
export function repeatsDays(days: ArrayLike<number>, values: ArrayLike<number>): boolean {
  let run = 1;
  for (let at = 1; at < days.length; at += 1) {
    const isSame = values[at] === values[at - 1] && values[at] !== 0;
    run = isSame && days[at] === (days[at - 1] ?? NaN) + 1 ? run + 1 : 1;
    if (run >= daysInARow) return true;
  }
  return false;
}
