/** What can be undone, and the cursor: the next editor of a text goes on where one closed. */
export interface EditorMemory {
  state?: unknown;
}
