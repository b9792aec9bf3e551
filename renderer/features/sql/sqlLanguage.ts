import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { sql, SQLDialect, SQLite } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import type { SqlView } from '../../../preload/contract/sql.ts';

/** Keywords of reading statements; others are refused. Rule: SQLite, "SQLite Keywords". */
const reading = SQLDialect.define({
  ...SQLite.spec,
  keywords:
    `all and as asc between by case cast collate cross current current_date current_time current_timestamp desc distinct else end
    escape except exclude exists explain filter first following from full glob group groups having in inner intersect is isnull join last
    left like limit match materialized natural no not notnull null nulls offset on or order others outer over partition preceding query plan
    range recursive right row rows select then ties unbounded union using values when where window with`.replaceAll(
      /\s+/g,
      ' ',
    ),
  types: 'blob integer numeric real text',
  builtin: '',
});

/** SQL that completes names of views, and columns of the views that the statement contains. */
export function sqlLanguage(views: readonly SqlView[]): Extension {
  const options = new Map(
    views.map(({ name, columns }) => [
      name,
      columns.map((column) => ({
        label: column.name,
        type: 'property',
        detail: column.type,
        info: column.description,
      })),
    ]),
  );
  // A statement may have a million characters, so it is not split into words on each key.
  const named = new RegExp(`\\b(?:${[...options.keys()].join('|')})\\b`, 'gi');
  return [
    sql({
      dialect: reading,
      upperCaseKeywords: true,
      schema: Object.fromEntries(
        views.map(({ name, description }) => [
          name,
          {
            self: { label: name, type: 'type', detail: 'view', info: description },
            children: options.get(name) ?? [],
          },
        ]),
      ),
    }),
    reading.language.data.of({
      autocomplete: (context: CompletionContext): CompletionResult | null => {
        const word = context.matchBefore(/[\w.]*/);
        if (word === null || word.text.includes('.') || (word.text === '' && !context.explicit)) return null;
        const read = context.state.doc.toString().match(named) ?? [];
        const found = new Set(read.map((view) => view.toLowerCase()));
        const columns = [...options].flatMap(([view, its]) => (found.has(view) ? its : []));
        const byName = new Map(columns.map((column) => [column.label, column]));
        return { from: word.from, options: [...byName.values()], validFor: /^\w*$/ };
      },
    }),
  ];
}
