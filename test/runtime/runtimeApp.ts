import path from 'node:path';
import { expect, test as base, type App } from '../e2e/fixtures/app.ts';

export { expect, runsOnElectron, type App } from '../e2e/fixtures/app.ts';

/**
 * What the app relies on of Electron, said as specs against a small app of their own, for both runtimes: `npm run test:e2e` runs them
 * on the Chromium shell, `npm run test:electron` on Electron. Each names the place in Electron's documentation (`docs/…`) or source
 * (`lib/…`, `shell/…`) that it rests on, in release 45. Where the shell cannot do the same, the spec says so when it is skipped, and
 * `docs/architecture.md` lists it.
 */
export const test = base.extend({
  appFolder: path.resolve(import.meta.dirname, 'app'),
  begin: 'nothing' as const,
});

type Give = Record<
  | 'map'
  | 'date'
  | 'bytes'
  | 'nothing'
  | 'nested'
  | 'instance'
  | 'error'
  | 'ring'
  | 'twins'
  | 'holes'
  | 'function',
  () => unknown
>;

/** What the preload of the fixture puts on its page. */
export interface RuntimeBridge {
  call(name: string, ...args: unknown[]): Promise<unknown>;
  unheard(): Promise<unknown>;
  note(value: unknown): void;
  news(): unknown[];
  onNews(handler: (value: unknown) => void): () => void;
  kindOf(value: unknown): string;
  isMine(value: unknown): boolean;
  give: Give;
  throwError(): void;
  throwText(): void;
  reject(): Promise<void>;
  callBack(handler: (value: unknown) => unknown, value: unknown): unknown;
  settings: { list: number[]; deep: { er: boolean } };
  preload: { modules: Record<string, string>; readyState: string; seesPage: string; hasNode: string[] };
  exposeAgain(): string;
  seesPageNow(): string;
}

declare global {
  var runtime: RuntimeBridge;
}

/** Asks the fixture's main process, through its bridge. */
export async function call(app: App, name: string, ...args: unknown[]): Promise<unknown> {
  return app.window.evaluate(([called, passed]) => globalThis.runtime.call(called, ...passed), [
    name,
    args,
  ] as const);
}

/** What the fixture's main process has noted so far. */
export async function events(app: App): Promise<unknown[]> {
  return (await call(app, 'events')) as unknown[];
}

/** The page is there, and its first call was answered. */
export async function ready(app: App): Promise<void> {
  await expect(app.window.locator('output')).toHaveText('Echoed');
}
