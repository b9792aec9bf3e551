import { functionNamed, functionNames } from './functions.ts';
import { tokensOf, type Token } from './lexer.ts';
import { nearestName } from '../typos.ts';
import {
  negatePrecedence,
  notPrecedence,
  precedence,
  type Expression,
  type ExpressionProblem,
  type Span,
} from './syntax.ts';
import { expressionLimits } from './values.ts';

type Parsed =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly problem: ExpressionProblem };

/** Returns the tree or the first error. Never throws. */
export function parseExpression(text: string): Parsed {
  const { length } = expressionLimits;
  if (text.length > length) {
    const message = `An expression has at most ${length.toLocaleString('en')} characters. Shorten it.`;
    return { ok: false, problem: { from: length, to: text.length, message } };
  }
  const tokens = tokensOf(text);
  if ('message' in tokens) return { ok: false, problem: tokens };
  try {
    return { ok: true, expression: new Parser(tokens).whole() };
  } catch (error) {
    if (error instanceof Misfit) return { ok: false, problem: { ...error.place, message: error.message } };
    throw error;
  }
}

class Misfit extends Error {
  readonly place: Span;

  constructor({ from, to }: Span, message: string) {
    super(message);
    this.place = { from, to };
  }
}

class Parser {
  readonly #tokens: readonly Token[];
  #index = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    if (this.#token.kind === 'end') throw new Misfit(this.#token, 'Write an expression, such as 2 * 3.');
    const expression = this.#operation(0);
    const rest = this.#token;
    if (rest.kind === 'end') return expression;
    if (rest.kind === ')') throw new Misfit(rest, 'No parenthesis is open here. Remove this one.');
    if (rest.kind === ',') throw new Misfit(rest, 'A comma stands only between the arguments of a function.');
    throw new Misfit(rest, 'Write an operator before this, such as + or &.');
  }

  get #token(): Token {
    const token = this.#tokens[this.#index];
    if (token === undefined) throw new Error('The tokens of an expression end with their end.');
    return token;
  }

  #next(): Token {
    const token = this.#token;
    this.#index += 1;
    return token;
  }

  #operation(least: number): Expression {
    let left = this.#operand(least);
    for (;;) {
      const token = this.#token;
      if (token.kind !== 'operator' || precedence[token.value] < least) return left;
      this.#next();
      const right = this.#operation(precedence[token.value] + 1);
      left = { kind: 'binary', operator: token.value, left, right, from: left.from, to: right.to };
    }
  }

  #operand(least: number): Expression {
    const token = this.#token;
    this.#depth += 1;
    if (this.#depth > expressionLimits.depth) {
      const most = expressionLimits.depth.toString();
      throw new Misfit(token, `The expression is nested more than ${most} levels deep. Simplify it.`);
    }
    const operand = this.#started(this.#next(), least);
    this.#depth -= 1;
    return operand;
  }

  #started(token: Token, least: number): Expression {
    const { from, to } = token;
    switch (token.kind) {
      case 'number':
        return { kind: 'number', value: token.value, from, to };
      case 'text':
        return { kind: 'text', value: token.value, from, to };
      case 'name':
        return this.#named(token, least);
      case '(': {
        const inner = this.#operation(0);
        const close = this.#expect(token);
        return { ...inner, from, to: close.to };
      }
      case 'operator': {
        if (token.value === '-') {
          const operand = this.#operand(negatePrecedence);
          return { kind: 'negate', operand, from, to: operand.to };
        }
        throw new Misfit(token, `Write something before “${token.value}”: it stands between two parts.`);
      }
      case ')':
        throw new Misfit(token, 'Something is missing before this parenthesis.');
      case ',':
        throw new Misfit(token, 'Something is missing before this comma.');
      case 'end':
        throw new Misfit(token, 'The expression is incomplete after the last operator.');
    }
  }

  #named(token: Token & { kind: 'name' }, least: number): Expression {
    const { value, bracketed, from, to } = token;
    if (bracketed) return { kind: 'field', name: value, from, to };
    const word = value.toLowerCase();
    if (word === 'true' || word === 'false') return { kind: 'boolean', value: word === 'true', from, to };
    if (word === 'not') {
      if (least > notPrecedence) throw new Misfit(token, 'Put “not” and what follows it in parentheses.');
      const operand = this.#operation(notPrecedence);
      return { kind: 'not', operand, from, to: operand.to };
    }
    const open = this.#token;
    if (open.kind !== '(') return { kind: 'field', name: value, from, to };
    const spec = functionNamed(value);
    if (spec === undefined) {
      const near = nearestName(value, functionNames);
      const advice = near === undefined ? 'Choose one from the list of functions.' : `Did you mean ${near}?`;
      throw new Misfit(token, `There is no function “${value}”. ${advice}`);
    }
    this.#next();
    const args: Expression[] = [];
    if (this.#token.kind !== ')') {
      args.push(this.#operation(0));
      while (this.#token.kind === ',') {
        this.#next();
        args.push(this.#operation(0));
      }
    }
    return { kind: 'call', name: spec.name, args, from, to: this.#expect(open).to };
  }

  #expect(open: Span): Token {
    const token = this.#next();
    if (token.kind === ')') return token;
    if (token.kind === 'end') throw new Misfit(open, 'This parenthesis is not closed. Add a ).');
    throw new Misfit(token, 'Write an operator or a closing parenthesis before this.');
  }
}
