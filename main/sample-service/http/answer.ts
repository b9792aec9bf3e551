/** An answer before it is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function jsonAnswer(body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, headers: { ...jsonType, ...headers }, body };
}

/** Rule: data service interface, "Errors": an object with one member, `message`. */
export function problemAnswer(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers: { ...jsonType, ...headers }, body: JSON.stringify({ message }) };
}

const jsonType = { 'content-type': 'application/json; charset=utf-8' };

/** Thrown where a request cannot be answered as asked; becomes a `problemAnswer`. */
export class RequestProblem extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'RequestProblem';
    this.status = status;
  }
}

/** A text from a request as sentences show it, so that a hostile one does not make a hostile sentence. */
export function shortened(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100).toWellFormed()}…`;
}
