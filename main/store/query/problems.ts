import { FailureError } from '../../../preload/contract/failures.ts';

/**
 * A query that cannot be answered. The user, or a client of the sample service, reads its message.
 * Rule: service notes, "Limits and errors": `Invalid filter format` and `Invalid operator 'x' for field 'y'`
 * are the service's messages. Assumed: the other messages; each names the field or member.
 */
export class QueryProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'QueryProblem';
  }
}

/** Shortens names, so that a hostile query does not make a hostile message. */
function shown(name: string): string {
  return name.length <= 100 ? name : `${name.slice(0, 100).toWellFormed()}…`;
}

export const problems = {
  filterFormat: () => new QueryProblem('Invalid filter format'),
  operator: (operator: string, field: string) =>
    new QueryProblem(`Invalid operator '${shown(operator)}' for field '${shown(field)}'`),
  unknownField: (field: string) => new QueryProblem(`Unknown field '${shown(field)}'`),
  notFilterable: (field: string) => new QueryProblem(`Field '${shown(field)}' cannot be used in a filter`),
  unknownSortField: (field: string) => new QueryProblem(`Unknown sort field '${shown(field)}'`),
  notSortable: (field: string) => new QueryProblem(`Field '${shown(field)}' cannot be used to sort`),
  notNumeric: (field: string) => new QueryProblem(`Field '${shown(field)}' has no numbers to compute with`),
  value: (field: string, expected: string) =>
    new QueryProblem(`Invalid value for field '${shown(field)}': expected ${expected}`),
  pattern: (field: string, limit: number) =>
    new QueryProblem(
      `Invalid value for field '${shown(field)}': the pattern is longer than ${limit.toString()} characters`,
    ),
  tooDeep: (limit: number) =>
    new QueryProblem(`Invalid filter format: groups are nested deeper than ${limit.toString()} levels`),
  tooManyConditions: (limit: number) =>
    new QueryProblem(`Invalid filter format: more than ${limit.toString()} conditions`),
  tooManyValues: (field: string, limit: number) =>
    new QueryProblem(
      `Invalid value for field '${shown(field)}': more than ${limit.toString()} values in the list`,
    ),
  member: (member: string, expected: string) =>
    new QueryProblem(`Invalid query: '${shown(member)}' must be ${expected}`),
} as const;

export function badQuery(detail: string, cause?: unknown): FailureError {
  const message = 'The query cannot be answered. Change the part that is named and run it again.';
  return new FailureError({ code: 'bad-query', message, detail }, { cause });
}
