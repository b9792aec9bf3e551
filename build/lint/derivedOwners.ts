import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Rule } from 'eslint';
import type { Node } from 'estree';

/** A class of a module, up to the closing brace at the start of a line. */
const classPattern = /^(?:export )?(?:default )?class (\w+)[^]*?^\}/gm;

/**
 * Returns a rule for window modules: a class with `$derived` members is created by `perWindow`, or in a field
 * or constructor of another class. Elsewhere a view's effect may own its derived values, which stop updating
 * once the view closes. Components may create such classes, which end with them.
 */
export function derivedOwners(): Rule.RuleModule {
  return {
    meta: {
      type: 'problem',
      schema: [],
      messages: {
        owner:
          '{{name}} has $derived members, which stand still once the view is left that runs this. Make it with perWindow, in a component, or in a field or constructor of a class.',
      },
    },
    create(context) {
      const imports = new Map<string, string>();
      return {
        ImportDeclaration(node) {
          const source = String(node.source.value);
          if (!source.startsWith('.')) return;
          const file = path.resolve(path.dirname(context.filename), source);
          for (const { type, local } of node.specifiers)
            if (type === 'ImportSpecifier') imports.set(local.name, file);
        },
        NewExpression(node) {
          if (node.callee.type !== 'Identifier') return;
          const { name } = node.callee;
          const text = imports.has(name) ? readText(imports.get(name) ?? '') : context.sourceCode.text;
          if (isDerived(text, name) && !isOwned(context.sourceCode.getAncestors(node)))
            context.report({ node, messageId: 'owner', data: { name } });
        },
      };
    },
  };
}

function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function isDerived(text: string, name: string): boolean {
  return [...text.matchAll(classPattern)].some(
    ([body, found]) => found === name && body.includes('$derived'),
  );
}

function isOwned(ancestors: readonly Node[]): boolean {
  return ancestors.some(
    (one, index) =>
      (one.type === 'CallExpression' &&
        one.callee.type === 'Identifier' &&
        one.callee.name === 'perWindow') ||
      (one.type === 'PropertyDefinition' && !ancestors.slice(index).some(isFunction)) ||
      (one.type === 'MethodDefinition' && one.kind === 'constructor'),
  );
}

function isFunction({ type }: Node): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
}
