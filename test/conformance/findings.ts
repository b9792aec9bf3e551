import type { Ask, ProbeAnswer } from './ask.ts';
import { checks, type Check, type Verdict } from './checks.ts';
import { questionNames, questions, type ProbeAnswers, type QuestionName } from './questions.ts';

/** An assumption, and what the service says of it. */
export interface Finding extends Verdict, Pick<Check, 'id' | 'assumption' | 'code'> {}

/**
 * Sends one request for each of `questions`, one after another, and reports which assumptions of the client the answers bear
 * out. Nothing is retried.
 *
 * @throws FailureError if the service cannot be reached or rejects the key
 */
export async function findAssumptions(ask: Ask): Promise<Finding[]> {
  const answers: Partial<Record<QuestionName, ProbeAnswer>> = {};
  for (const name of questionNames) answers[name] = await ask(questions[name](answers));
  if (!isWhole(answers)) throw new Error('Every question has an answer.');
  return checks.map(({ check, ...described }) => ({ ...described, ...check(answers) }));
}

function isWhole(answers: Partial<ProbeAnswers>): answers is ProbeAnswers {
  return questionNames.every((name) => answers[name] !== undefined);
}
