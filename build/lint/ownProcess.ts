import type { Rule } from 'eslint';
import type { Node } from 'estree';

/** Modules that start a process without the fixture `app`. */
const starters = /\/(shellApp|electronApp)\.ts$/;

/** A sentence of four words or more. */
const border = /^\s*Border: (\S+\s+){3,}\S/;

/**
 * Returns a rule for end-to-end tests: they use `windowApp`, which costs less, unless the
 * comment `// Border: …` names the process border that the file's tests cross.
 */
export function ownProcess(): Rule.RuleModule {
  return {
    meta: {
      type: 'problem',
      schema: [],
      messages: {
        border:
          '{{name}} has a process of its own. Use windowApp, or name the border of a process that the test crosses in a comment `// Border: …`.',
      },
    },
    create(context) {
      let named = false;
      const check = (node: Node, name: string): void => {
        if (!named) context.report({ node, messageId: 'border', data: { name } });
      };
      return {
        Program() {
          named = context.sourceCode.getAllComments().some(({ value }) => border.test(value));
        },
        ImportDeclaration(node) {
          if (starters.test(String(node.source.value))) check(node, 'What this module starts');
        },
        'CallExpression > :function > ObjectPattern > Property'(node: Node) {
          if (node.type !== 'Property' || node.key.type !== 'Identifier') return;
          if (node.key.name === 'app') check(node, node.key.name);
        },
      };
    },
  };
}
