import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  autocompletion,
} from '@codemirror/autocomplete';
import { StreamLanguage, type StringStream } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { usable } from '../../../preload/contract/expressions/fields.ts';
import {
  expressionFunctions,
  functionNamed,
  signatureOf,
} from '../../../preload/contract/expressions/functions.ts';
import { printField } from '../../../preload/contract/expressions/syntax.ts';
import { metricMembers } from '../../../preload/contract/metric.ts';
import { memberField } from '../../../preload/contract/resources/memberFields.ts';
import type { Field, Resource } from '../../../preload/contract/resources/types.ts';

export function expressionLanguage(resource: Resource): Extension {
  return [stream, autocompletion({ override: [expressionCompletion(resource)], icons: false })];
}

/** Fields are also completed by words of their label. */
export function expressionCompletion(resource: Resource): CompletionSource {
  const fields = usable(resource);
  const functions = expressionFunctions.map((one): Completion => ({
    label: one.name,
    type: 'function',
    detail: signatureOf(one).slice(one.name.length),
    info: one.description,
    apply: `${one.name}(`,
    boost: -10,
  }));
  const names = fields.map((field) => fieldOption(field, printField(field.name)));
  return (context) => {
    const word = context.matchBefore(/[\w.:]*/);
    const before = context.state.sliceDoc(0, word?.from ?? context.pos);
    const isInText = (before.match(/"/g)?.length ?? 0) % 2 === 1;
    if (word === null || isInText || before.endsWith('[')) return null;
    const base = /^(\w+)[.:]/.exec(word.text)?.[1];
    if (base !== undefined) return { from: word.from, options: membersOf(fields, base) };
    if (word.text === '' && !context.explicit) return null;
    if (/^\d/.test(word.text)) return null;
    const phrase = phraseBefore(context, fields);
    if (phrase !== null) return phrase;
    return { from: word.from, options: [...names, ...functions], validFor: /^\w*$/ };
  };
}

/** Returns the field whose label has the longest run of words before the cursor; null if two match. */
function phraseBefore(context: CompletionContext, fields: readonly Field[]): CompletionResult | null {
  const typed = context.matchBefore(/[\p{L}][\p{L}\p{N}]*(?: +[\p{L}][\p{L}\p{N}]*)+/u);
  if (typed === null) return null;
  const words = [...typed.text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    index,
  }));
  const first = words.findLastIndex(({ word }) => /^(?:and|or|not)$/.test(word)) + 1;
  for (let start = first; start < words.length - 1; start += 1) {
    const phrase = words.slice(start).map(({ word }) => word);
    const found = fields.filter(({ label }) => hasWords(label, phrase));
    if (found.length === 0) continue;
    const options = found
      .toSorted((a, b) => a.label.length - b.label.length)
      .map((field) => fieldOption(field, printField(field.name)));
    return { from: typed.from + (words[start]?.index ?? 0), options, filter: false };
  }
  return null;
}

function hasWords(label: string, words: readonly string[]): boolean {
  let next = 0;
  for (const part of label.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    if (next < words.length && part.startsWith(words[next] ?? '')) next += 1;
  return next === words.length;
}

function fieldOption(field: Omit<Field, 'group'>, name: string): Completion {
  return { label: name, type: 'property', detail: field.label, info: field.description };
}

function membersOf(fields: readonly Field[], name: string): Completion[] {
  const metric = fields.find((field) => field.name === name && field.type === 'metric');
  if (metric === undefined) return [];
  return metricMembers.map((member) => fieldOption(memberField(metric, member), `${name}.${member}`));
}

const stream = StreamLanguage.define({
  name: 'expression',
  token(text: StringStream) {
    if (text.eatSpace()) return null;
    if (text.match(/^"(?:[^"]|"")*"?/) !== null) return 'string';
    if (text.match(/^\[(?:[^\]]|\]\])*\]?/) !== null) return 'variableName';
    if (text.match(/^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/) !== null) return 'number';
    if (text.match(/^(?:and|or|not)\b/i) !== null) return 'keyword';
    if (text.match(/^(?:true|false)\b/i) !== null) return 'bool';
    const word = text.match(/^[A-Za-z_][\w.:]*/);
    if (word !== null && typeof word === 'object') {
      return functionNamed(word[0]) !== undefined && text.peek() === '(' ? 'keyword' : 'variableName';
    }
    text.next();
    return null;
  },
});
