import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './temporaryFolder.ts';

/** What vitest does around each test file: it kills a process half a second after its last test, which on a busy computer is too short. */
afterAll(removeTemporaryFolders);
