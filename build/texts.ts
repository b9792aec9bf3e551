import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'svelte/compiler';
import { projectFolder } from './start/project.ts';

/**
 * `npm run --silent texts`: prints the texts of the window, and the messages that main sends to it, as
 * Markdown by feature and file, for review and translation. Expressions inside a text are shown as `{…}`.
 */

const sources = '{renderer,preload/contract,main}/**/*.{svelte,ts}';

/** Attributes and members with visible text, whatever it looks like. */
const readNames =
  /(^|[-a-z])(label|title|placeholder|heading|caption|tooltip|description|hint|message|alt)$/i;

/** Attributes that are settings, not text. */
const unreadNames = /^(class|style|id|href|role|type|kind|look|icon|generics|part|lang|slot)$|Id$/;

/** A node of Svelte's or ESTree's syntax tree. */
type TreeNode = Readonly<Record<string, unknown>> & { readonly type: string };

/** Returns each text of a component or module once, in source order. */
export function textsOfSource(source: string, isComponent: boolean): readonly string[] {
  const root = isComponent ? parse(source, { modern: true }) : parseModule(source);
  const found = new Set<string>();
  visit(root, found);
  return [...found];
}

/** Returns messages of main that the window shows: text of members called `message` and `sentence`. */
export function messagesOfSource(source: string): readonly string[] {
  const root = parseModule(source);
  const found = new Set<string>();
  visitMessages(root, found);
  return [...found];
}

/** The parser of components does not know `using`. */
function parseModule(source: string): ReturnType<typeof parse> {
  const known = source.replaceAll(/\b(await )?using (?=\w+ =)/g, 'const ');
  return parse(`<script lang="ts">${known}</script>`, { modern: true });
}

export function makeTexts(): string {
  const features = new Map<string, string[]>();
  for (const file of globSync(sources, { cwd: projectFolder })
    .map((name) => name.replaceAll(path.sep, '/'))
    .sort()) {
    const source = readFileSync(path.join(projectFolder, file), 'utf8');
    const texts = file.startsWith('main/')
      ? messagesOfSource(source)
      : textsOfSource(source, file.endsWith('.svelte'));
    if (texts.length === 0) continue;
    const feature = featureOf(file);
    const lines = [`### ${file}`, '', ...texts.map((text) => `- ${text}`), ''];
    features.set(feature, [...(features.get(feature) ?? []), ...lines]);
  }
  const sections = [...features].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    '# Texts of the window',
    '',
    ...sections.flatMap(([feature, lines]) => [`## ${feature}`, '', ...lines]),
  ].join('\n');
}

function featureOf(file: string): string {
  const [, inFeature] = /^renderer\/features\/(\w+)/.exec(file) ?? [];
  const [, inMain] = /^main\/features\/(\w+)/.exec(file) ?? [];
  const [, inWindow] = /^renderer\/(\w+)\//.exec(file) ?? [];
  if (file.startsWith('preload/contract/resources')) return 'fields';
  return inFeature ?? inMain ?? inWindow ?? (file.startsWith('main/') ? 'main' : 'contract');
}

/** Collects the texts of a node. Skips types, imports, styles and compared values. */
function visit(node: unknown, found: Set<string>, name = ''): void {
  if (Array.isArray(node)) {
    for (const member of node) visit(member, found, name);
    return;
  }
  if (!isNode(node)) return;
  switch (node.type) {
    case 'Comment':
    case 'StyleSheet':
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return;
    case 'BinaryExpression':
      if (node['operator'] === '+') visit([node['left'], node['right']], found);
      return;
    case 'SwitchCase':
      visit(node['consequent'], found);
      return;
    case 'Fragment':
      visitFragment(node, found);
      return;
    case 'Attribute':
      visitAttribute(node, found);
      return;
    case 'Component':
      for (const attribute of [node['attributes']].flat())
        if (isNode(attribute) && attribute.type === 'Attribute') visitAttribute(attribute, found, true);
        else visit(attribute, found);
      visit(node['fragment'], found);
      return;
    case 'Property':
    case 'PropertyDefinition':
      visit(node['value'], found, nameOf(node['key']));
      return;
    case 'Literal':
      add(found, node['value'], name);
      return;
    case 'TemplateLiteral':
      add(found, templateText(node), name);
      visit(node['expressions'], found);
      return;
    case 'TaggedTemplateExpression':
      return;
    default:
      if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return;
      for (const [key, member] of Object.entries(node))
        if (!['typeAnnotation', 'metadata', 'loc', 'parent', 'css', 'options'].includes(key))
          visit(member, found, name);
  }
}

function visitMessages(node: unknown, found: Set<string>): void {
  if (Array.isArray(node)) {
    for (const member of node) visitMessages(member, found);
    return;
  }
  if (!isNode(node)) return;
  if (node.type === 'Property' && /^(message|sentence)$/.test(nameOf(node['key'])))
    visit(node['value'], found, 'message');
  for (const [key, member] of Object.entries(node))
    if (!['metadata', 'loc', 'parent'].includes(key)) visitMessages(member, found);
}

/** Adjacent text and expressions are one text. */
function visitFragment(node: TreeNode, found: Set<string>): void {
  const nodes = Array.isArray(node['nodes']) ? node['nodes'].filter(isNode) : [];
  let text = '';
  for (const member of nodes) {
    if (member.type === 'Text') text += String(member['data']);
    else if (member.type === 'ExpressionTag') {
      text += '{…}';
      visit(member['expression'], found);
    } else {
      add(found, text, 'label');
      text = '';
      visit(member, found);
    }
  }
  add(found, text, 'label');
}

/** `ofComponent`: any text passed to a component may be visible. */
function visitAttribute(node: TreeNode, found: Set<string>, ofComponent = false): void {
  const name = String(node['name']);
  const isRead = readNames.test(name);
  const values = [node['value']].flat().filter(isNode);
  if (values.some(({ type }) => type === 'Text')) {
    const text = values.map((part) => (part.type === 'Text' ? String(part['data']) : '{…}')).join('');
    const mayBeShown =
      ofComponent && !unreadNames.test(name) && /^\p{Lu}| /u.test(text) && !/^Mod\+/.test(text);
    if (isRead || mayBeShown) add(found, text, 'label');
  }
  for (const part of values)
    if (part.type === 'ExpressionTag' && !/^(class|style|id|d|href|src|type|role)$/.test(name))
      visit(part['expression'], found, isRead ? name : '');
}

function templateText(node: TreeNode): string {
  const quasis = Array.isArray(node['quasis']) ? node['quasis'].filter(isNode) : [];
  return quasis
    .map(({ value }) =>
      typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '',
    )
    .join('{…}');
}

function add(found: Set<string>, value: unknown, name: string): void {
  if (typeof value !== 'string') return;
  const text = value.replaceAll(/\s+/g, ' ').trim();
  if (!/\p{L}{2}/u.test(text.replaceAll('{…}', ''))) return;
  if (readNames.test(name) || isSentence(text)) found.add(text);
}

/** True for several words without code, or a word that begins like a heading. */
function isSentence(text: string): boolean {
  if (/[<>=]|;(?! )|\/\/|^[.#@:/\\^([]|\w\(|--|\{…\}[-_]|[-_]\{…\}|^M\d/.test(text)) return false;
  const words = text.split(' ').filter((word) => /\p{L}{2}/u.test(word));
  return words.length > 1
    ? words.some((word) => /^\p{L}+[.,:?!…]?$/u.test(word))
    : /^[A-Z][a-z]+( \W)?…?$/.test(text) && !keys.has(text);
}

const keys = new Set(
  'Alt Backspace Control Delete End Enter Escape Home Insert Meta Mod Shift Space Tab Error'.split(' '),
);

function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nameOf(key: unknown): string {
  return isNode(key) ? String(key['name'] ?? key['value'] ?? '') : '';
}

if (import.meta.main) process.stdout.write(makeTexts());
