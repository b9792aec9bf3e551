/** Where the files of a mirror lie: a folder, or a bucket. Paths are relative to the mirror of one resource, with `/`. */
export interface MirrorStorage {
  /** How sentences name it. */
  readonly name: string;
  /** Files of a mirror that its manifest does not name are removed once they are so old: nobody writes them any more. */
  readonly leftoverMs: number;
  /**
   * Makes it usable, and returns the folder of this computer in which files are prepared.
   * @param lock keeps other processes away by a file, where the storage has one
   */
  prepare(lock: (path: string) => Promise<void>): Promise<string>;
  /** The text of the manifest; null where there is none. */
  readManifest(): Promise<string | null>;
  /** Replaces the manifest that was read or written last, at once and durably. Throws where another process has replaced it since. */
  writeManifest(text: string): Promise<void>;
  /** Makes a file of the mirror readable on this computer. */
  fetch(path: string): Promise<string>;
  /** Stores a file of the work folder, durably. */
  put(local: string, path: string): Promise<void>;
  /** What lies there, with the time of its last change in milliseconds since 1970 UTC. */
  list(): Promise<{ readonly path: string; readonly changedAt: number }[]>;
  /** Removes files; those that are gone already are none to remove. */
  remove(paths: readonly string[]): Promise<void>;
  /** Says what an error of it means to the user. */
  explain(error: unknown): unknown;
  /** Removes what was prepared. Never throws. */
  close(): Promise<void>;
}
