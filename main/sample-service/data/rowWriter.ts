import type { SqlValue } from '../../store/query/columns.ts';
import type { SqlDatabase } from '../../store/query/database.ts';
import { valueIn } from '../../store/query/records.ts';
import type { Table } from '../../store/query/tables.ts';
import type { SampleRecord } from './assemble.ts';
import { metricValue } from './figures.ts';

/**
 * Fills the table of a resource that is still empty, in less time than the store's writer takes, which has to look for what is
 * there already.
 */
export interface RowWriter {
  /** Writes a record with an id that none before has, and returns its key, which is that of its body too. */
  write(record: SampleRecord): number;
  /** Writes a row as the columns have it: `[body's key, ...values of table.columns]`. */
  writeRow(row: readonly SqlValue[]): void;
}

export function makeRowWriter(database: SqlDatabase, table: Table): RowWriter {
  const names = table.columns.map(({ sql }) => sql);
  const insert = database.prepare(
    `INSERT INTO ${table.name} (_body, ${names.join(', ')}) VALUES (?, ${names.map(() => '?').join(', ')})`,
  );
  let written = 0;
  return {
    write: ({ facts, figures }) => {
      written += 1;
      const row: SqlValue[] = [written];
      for (const column of table.columns) {
        const { name, field } = column;
        row.push(
          field.type !== 'metric'
            ? valueIn(table, column, facts)
            : figures.layout.indexes.has(name)
              ? metricValue(figures, name)
              : null,
        );
      }
      insert.run(row);
      return written;
    },
    writeRow: (row) => {
      insert.run(row);
    },
  };
}
