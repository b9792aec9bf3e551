/**
 * Daily figures that a service carries on over the days without any: they are not those days' own, and add up to nothing. Rule: service notes,
 * "Records" and "Aggregates and timeseries".
 */

/** Assumed: from so many days in a row a figure other than zero is a repeated one, not the same by chance. */
const daysInARow = 3;

/** True where a series has the same figure, other than zero, on several days in a row. `days` count from 1970 and rise. */
export function repeatsDays(days: ArrayLike<number>, values: ArrayLike<number>): boolean {
  let run = 1;
  for (let at = 1; at < days.length; at += 1) {
    const isSame = values[at] === values[at - 1] && values[at] !== 0;
    run = isSame && days[at] === (days[at - 1] ?? NaN) + 1 ? run + 1 : 1;
    if (run >= daysInARow) return true;
  }
  return false;
}
