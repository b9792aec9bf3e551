import process from 'node:process';
import { openDatabase } from '../../../../main/platform/sqlite/openDatabase.ts';

/** A process of its own that opens databases with a log, writes to each, and closes it, many times. Use: openAgain.ts TIMES FILE… */
const [times = '', ...paths] = process.argv.slice(2);
for (const path of paths)
  for (let time = 0; time < Number(times); time += 1) {
    const { database, close } = openDatabase({
      path,
      migrations: [(made) => made.exec('CREATE TABLE opened (once INTEGER)')],
      journal: 'wal',
      readOnly: false,
      replace: () => {
        throw new Error('It is taken for damaged.');
      },
    });
    database.exec('INSERT INTO opened VALUES (1)');
    close();
  }
