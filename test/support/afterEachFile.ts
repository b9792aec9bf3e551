import { afterAll } from 'vitest';
import { endFile } from './temporaryFolder.ts';

/** What vitest does around each test file: it kills a process half a second after its last test, which on a busy computer is too short. */
afterAll(endFile);
