/**
 * The attacks that the app withstands, each a case that runs.
 *
 * - `npm run test:security` runs the tests of all cases and prints a table: attack → protection. `npm run test:security -- 10 11`
 *   runs the cases whose ids begin with these words.
 * - `npm run test:security -- --write` writes the list of SECURITY.md anew from the cases.
 *
 * To add a case:
 *
 * 1. Write the attack as a test that drives the app from outside, and see it fail on the code as it is. New attacks go beside this
 *    file: `NAME.spec.ts` drives the app's window (Playwright, fixtures of `test/e2e/fixtures`), `NAME.test.ts` needs no window
 *    (vitest). A test that is already elsewhere stays there. Both kinds run in `npm test` too.
 * 2. State the case in the file of its subject in `cases/`: a new subject gets a new file and its line in `allCases.ts`.
 * 3. Mend the code, run the case, and write SECURITY.md anew. `test/unit/security/cases.test.ts` compares the two.
 */
export interface SecurityCase {
  /** Unique, in kebab-case. A case of a review begins with the number of its item: `10-page-text-as-code`. */
  readonly id: string;
  readonly attacker: keyof typeof attackers;
  /** What the attacker does, from the attacker's side. */
  readonly attack: string;
  /** How the app withstands it. */
  readonly defence: string;
  /** The tests that carry the attack out. At least one. */
  readonly tests: readonly SecurityTest[];
}

export interface SecurityTest {
  /** From the project's folder: `….spec.ts` for Playwright, `….test.ts` for vitest. */
  readonly file: string;
  /** As it stands in the file; without it the whole file is the attack. `%s`, `%j` and `%i` stand for what `each` puts there. */
  readonly title?: string;
}

/** Who attacks, in the words of SECURITY.md. */
export const attackers = {
  service: 'A compromised data service',
  page: 'A compromised page of the window',
  network: 'An attacker on the network',
  file: 'A link or file from elsewhere',
  user: 'Another user or program on the computer',
  packer: 'Anyone who adds other code to the app',
  accident: 'No attacker: a crash, a full disk, a corrupted byte',
} as const;
