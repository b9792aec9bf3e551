import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyField, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { forceLinting, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers, tooltips } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { EditorMemory } from './editorMemory.ts';
import type { TextProblem } from './textProblem.ts';

export type CodeEditorView = ReturnType<typeof openEditor>;

interface EditorOptions {
  readonly root: ShadowRoot;
  readonly label: string;
  readonly text: string;
  readonly memory: EditorMemory;
  readonly language: Extension;
  readonly onchange: (text: string) => void;
  readonly onrun: () => void;
}

const fromOutside = Annotation.define<boolean>();
const remembered = { history: historyField };

export function openEditor({ root, label, text, memory, language, onchange, onrun }: EditorOptions) {
  const config = {
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      language,
      EditorView.lineWrapping,
      syntaxHighlighting(colors),
      lintGutter(),
      autocompletion({ icons: false }),
      tooltips({ position: 'fixed' }),
      keymap.of([
        {
          key: 'Mod-Enter',
          run: (editor) => {
            // An open completion would swallow the next Escape.
            closeCompletion(editor);
            onrun();
            return true;
          },
        },
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...lintKeymap,
        ...historyKeymap,
        // Alt with an arrow goes back and forward in the window.
        ...defaultKeymap.filter(({ key = '' }) => !/^Alt-Arrow(Left|Right)$/.test(key)),
      ]),
      EditorView.domEventHandlers({
        // A pending completion would open beside the next field.
        blur: (_event, editor) => {
          closeCompletion(editor);
        },
      }),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
      EditorView.updateListener.of(({ docChanged, state, transactions }) => {
        if (!docChanged || transactions.some((one) => one.annotation(fromOutside) === true)) return;
        onchange(state.doc.toString());
      }),
      look,
    ],
  };
  const view = new EditorView({
    root,
    parent: root,
    state:
      memory.state === undefined
        ? EditorState.create({ ...config, doc: text })
        : EditorState.fromJSON(memory.state, config, remembered),
  });

  return {
    /** Keeps the cursor if the text is unchanged. */
    show(next: string) {
      if (view.state.doc.toString() === next) return;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        annotations: fromOutside.of(true),
      });
    },
    mark(problems: readonly TextProblem[]) {
      const end = view.state.doc.length;
      const marks = problems.map(({ from, to, message }) => ({
        from: Math.min(from, end),
        to: Math.min(Math.max(to, from), end),
        message,
        severity: 'error' as const,
      }));
      view.dispatch(setDiagnostics(view.state, marks));
      forceLinting(view);
    },
    insert(inserted: string) {
      view.dispatch(view.state.replaceSelection(inserted), { scrollIntoView: true });
      view.focus();
    },
    focus() {
      view.focus();
    },
    close() {
      memory.state = view.state.toJSON(remembered);
      view.destroy();
    },
  };
}

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.lineComment, tags.blockComment], color: 'var(--text-muted)' },
  { tag: tags.keyword, fontWeight: '600' },
  { tag: tags.string, color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--accent)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--text-faint)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--size-small)',
    lineHeight: '18px',
    overflow: 'auto',
  },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    color: 'var(--text-faint)',
    backgroundColor: 'var(--surface)',
    border: 'none',
  },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--surface-active)',
  },
  '.cm-matchingBracket': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--surface-active)' },
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    color: 'var(--text)',
    backgroundColor: 'var(--surface-raised)',
    fontFamily: 'var(--font)',
    fontSize: 'var(--size-small)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font)', maxHeight: '220px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--text)',
    backgroundColor: 'var(--surface-active)',
  },
  '.cm-completionDetail': { marginLeft: '12px', color: 'var(--text-muted)', fontStyle: 'normal' },
  '.cm-completionInfo': { maxWidth: '280px', padding: '6px 8px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--down)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--down)',
  },
  '.cm-lint-marker-error': { content: '"●"', color: 'var(--down)' },
});
