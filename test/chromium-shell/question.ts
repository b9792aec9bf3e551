import type { Engine } from './engine.ts';

/** What the app wants to know of the user, in a system's dialog. */
export interface Question {
  title: string;
  message: string;
  detail: string;
  /** From left to right. */
  buttons: readonly string[];
  /** The button that Enter presses. */
  defaultId: number;
  /** The button that Escape presses, and closing the dialog. */
  cancelId: number;
  /** A line of text to enter, with what it proposes; undefined for none. */
  entry: string | undefined;
}

export interface Reply {
  button: number;
  text: string;
}

/** Somebody who can be asked; undefined where nobody can. */
export type Asking = (question: Question) => Promise<Reply | undefined>;

/**
 * Asks in a window of the shell's own. It belongs to another profile than the windows of the app and shares no script, origin or
 * opener with them: what runs in a page of the app can neither press its buttons nor draw over them.
 */
export function askInOwnWindow(engine: Engine): Asking {
  return async (question) => {
    const page = await engine.openOwnPage({ width: 560, height: question.detail === '' ? 260 : 340 });
    const { session } = page;
    const answered = new Promise<Reply>((resolve) => {
      session.on('Runtime.bindingCalled', ({ payload }) => {
        resolve(JSON.parse(payload) as Reply);
      });
    });
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', { name: 'answer' });
    await session.send('Runtime.runIfWaitingForDebugger');
    await session.send('Runtime.evaluate', {
      expression: `(${drawQuestion.toString()})(${JSON.stringify(question)})`,
    });
    const canceled = page.closed.then((): Reply => ({ button: question.cancelId, text: '' }));
    const reply = await Promise.race([answered, canceled]);
    engine.closePage(page);
    return reply;
  };
}

/** What `drawQuestion` uses of its page. */
interface Elements {
  append(...children: unknown[]): void;
  addEventListener(type: string, listener: (event: { key: string; preventDefault(): void }) => void): void;
  focus(): void;
  select(): void;
  setAttribute(name: string, value: string): void;
  textContent: string;
  value: string;
}

/** Draws the question into an empty page. Evaluated there as text, so it uses nothing from outside itself. */
function drawQuestion(question: Question): void {
  const page = globalThis as unknown as {
    document: { createElement(name: string): Elements; body: Elements; head: Elements; title: string };
    addEventListener: Elements['addEventListener'];
    answer(text: string): void;
  };
  const { document } = page;
  const make = (name: string, text = ''): Elements => {
    const element = document.createElement(name);
    element.textContent = text;
    return element;
  };
  document.title = question.title;
  document.head.append(
    make(
      'style',
      `:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
       body { margin: 24px; display: grid; gap: 12px; align-content: start; overflow-wrap: anywhere; }
       h1 { font-size: 1em; margin: 0; } p { margin: 0; white-space: pre-wrap; }
       input { width: 100%; box-sizing: border-box; font: inherit; padding: 6px; }
       div { display: flex; gap: 8px; justify-content: end; } button { font: inherit; padding: 4px 16px; }`,
    ),
  );
  const entry = make('input');
  entry.setAttribute('aria-label', question.message);
  entry.value = question.entry ?? '';
  const give = (button: number): void => {
    page.answer(JSON.stringify({ button, text: entry.value }));
  };
  const buttons = question.buttons.map((label, index) => {
    const button = make('button', label);
    button.addEventListener('click', () => {
      give(index);
    });
    return button;
  });
  const row = make('div');
  row.append(...buttons);
  document.body.append(make('h1', question.message));
  if (question.detail !== '') document.body.append(make('p', question.detail));
  if (question.entry !== undefined) document.body.append(entry);
  document.body.append(row);
  page.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') give(question.cancelId);
  });
  entry.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') give(question.defaultId);
  });
  if (question.entry === undefined) buttons[question.defaultId]?.focus();
  else {
    entry.focus();
    entry.select();
  }
}
