import { afterAll } from 'vitest';
import { endFile } from './temporaryFolder.ts';

/** Runs per test file, since vitest kills a process half a second after its last test. */
afterAll(endFile);
