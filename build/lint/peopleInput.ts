import type { Rule } from 'eslint';
import type { CallExpression, Literal, Node, Property } from 'estree';

/** The test helper for exceptions. Its first argument is the reason. */
const exception = 'unlikePeople';

/** Playwright methods that change a field, or press keys in it, without regard to the focus. */
const pastTheFocus = [
  'fill',
  'selectOption',
  'selectText',
  'dispatchEvent',
  'insertText',
  'pressSequentially',
  'focus',
];

/** Only for the keyboard, since a locator focuses its element first. */
const keyboardOnly = ['press', 'type'];

/** Methods with an option to ignore what covers or disables a control. */
const forced = ['click', 'dblclick', 'hover', 'tap', 'check', 'uncheck', 'setChecked', 'dragTo'];

const inPage = ['evaluate', 'evaluateAll', 'evaluateHandle'];

const byScript = ['click', 'submit', 'requestSubmit', 'dispatchEvent', 'setRangeText', 'stepUp', 'stepDown'];

/**
 * Returns a rule for tests of the window: text is typed into the focused element, and clicks come from the
 * mouse. A test that sets a field's value would pass even if the field loses focus on each key. Calls of
 * `unlikePeople` with a reason are exempt.
 */
export function peopleInput(): Rule.RuleModule {
  return {
    meta: {
      type: 'problem',
      schema: [],
      messages: {
        past: '{{method}} does not do what people do. Use test/e2e/support/typing.ts, or unlikePeople with a reason.',
        script:
          'A script of the page does here what people do with mouse and keys. Do it with those, or in unlikePeople with a reason.',
        force: 'A forced click reaches what people cannot click. Click what is in the way first.',
        reason: 'The first argument of unlikePeople is the reason, as a sentence of four words or more.',
      },
    },
    create(context) {
      const report = (node: Rule.Node, messageId: string, method = ''): void => {
        if (!isExempt(node)) context.report({ node, messageId, data: { method } });
      };
      return {
        CallExpression(node) {
          if (isException(node) && !hasReason(node)) context.report({ node, messageId: 'reason' });
          const method = methodOf(node);
          if (method === undefined) return;
          if (pastTheFocus.includes(method) && !isOfArray(node)) report(node, 'past', method);
          else if (keyboardOnly.includes(method) && !isOfKeyboard(node)) report(node, 'past', method);
          else if (method === 'clear' && node.parent.type === 'AwaitExpression') report(node, 'past', method);
          else if (byScript.includes(method) && runsInPage(node)) report(node, 'script');
          if (forced.includes(method) && node.arguments.some(isForce)) report(node, 'force');
        },
        AssignmentExpression(node) {
          const { left } = node;
          if (left.type !== 'MemberExpression' || left.property.type !== 'Identifier') return;
          if (['value', 'checked', 'selectedIndex'].includes(left.property.name) && runsInPage(node))
            report(node, 'script');
        },
      };
    },
  };
}

function methodOf({ callee }: CallExpression): string | undefined {
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? callee.property.name
    : undefined;
}

/** `Array(4).fill(0)` and `new Array(4).fill(0)` are not fields. */
function isOfArray({ callee }: CallExpression): boolean {
  if (callee.type !== 'MemberExpression') return false;
  const { object } = callee;
  return (
    (object.type === 'CallExpression' || object.type === 'NewExpression') &&
    object.callee.type === 'Identifier' &&
    object.callee.name === 'Array'
  );
}

/** `keyboard.press` presses a key in the focused element. */
function isOfKeyboard({ callee }: CallExpression): boolean {
  if (callee.type !== 'MemberExpression') return false;
  const { object } = callee;
  const name = object.type === 'MemberExpression' ? object.property : object;
  return name.type === 'Identifier' && name.name === 'keyboard';
}

function isForce(argument: Node): boolean {
  return (
    argument.type === 'ObjectExpression' &&
    argument.properties.some(
      (member) => member.type === 'Property' && nameOf(member) === 'force' && isTrue(member.value),
    )
  );
}

function nameOf({ key }: Property): string | undefined {
  return key.type === 'Identifier' ? key.name : undefined;
}

function isTrue(value: Node): boolean {
  return value.type === 'Literal' && value.value === true;
}

function isException(node: Node): node is CallExpression {
  return (
    node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === exception
  );
}

function hasReason({ arguments: [reason] }: CallExpression): boolean {
  return reason?.type === 'Literal' && isSentence(reason);
}

function isSentence({ value }: Literal): boolean {
  return typeof value === 'string' && value.trim().split(/\s+/).length >= 4;
}

function isExempt(node: Rule.Node): boolean {
  return ancestors(node).some((above) => isException(above) && hasReason(above));
}

function runsInPage(node: Rule.Node): boolean {
  return ancestors(node).some(
    (above) => above.type === 'CallExpression' && inPage.includes(methodOf(above) ?? ''),
  );
}

function ancestors(node: Rule.Node): Rule.Node[] {
  const above: Rule.Node[] = [];
  for (let at = node.parent as Rule.Node | null; at !== null; at = at.parent as Rule.Node | null)
    above.push(at);
  return above;
}
