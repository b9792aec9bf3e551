import { setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { errorText } from '../../preload/contract/failures.ts';
import { connectToParent } from '../platform/system/parentProcess.ts';
import { makeFiles, missingFilesSchema, type MakeElsewhere } from './data/database.ts';
import { isPart } from './data/tables.ts';
import { serviceOptionsSchema } from './options.ts';
import { has } from './sampleProcess.ts';
import { runService } from './service.ts';

/**
 * The entry of the process in which the sample data service lives, and of that which makes its files. The first message says which it is,
 * see `startSampleProcess`; either goes on until it is ended or has done what it was started for.
 */
const parent = connectToParent();
parent.onMessage((message) => {
  if (has(message, 'serve')) void serve(message.serve);
  else if (has(message, 'make')) make(message.make);
});

async function serve(options: unknown): Promise<void> {
  // Its garbage would be three times what it lives in.
  setFlagsFromString('--heap-growing-percent=50');
  try {
    parent.post(await runService(serviceOptionsSchema.parse(options), makeElsewhere));
  } catch (error) {
    parent.post({ error: errorText(error) });
  }
}

/** Asks the parent for the other process. */
const makeElsewhere: MakeElsewhere = (files, onMade) => {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const missing = new Set(files.parts);
  parent.onMessage((message) => {
    if (has(message, 'made') && isPart(message.made)) {
      missing.delete(message.made);
      onMade(message.made);
    } else if (has(message, 'failed')) reject(new Error(String(message.failed)));
    else if (!has(message, 'makerEnded')) return;
    else if (missing.size > 0) reject(new Error('The process that made the sample data has ended.'));
    else resolve(undefined);
  });
  parent.post({ make: files });
  return promise;
};

/** Behind what is answered meanwhile, and yet done in time where other programs are busy. */
const nice = 5;

function make(files: unknown): void {
  setPriority(nice);
  try {
    makeFiles(missingFilesSchema.parse(files), (part) => {
      parent.post({ made: part });
    });
  } catch (error) {
    parent.post({ failed: errorText(error) });
  }
  parent.post({ done: true });
}
