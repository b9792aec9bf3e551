import type { Component } from 'svelte';

/** A line of a menu. */
export interface MenuEntry {
  readonly label: string;
  readonly icon?: Component<{ size?: number }>;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly disabled?: boolean;
  /** Says more of it, such as why it is disabled. */
  readonly title?: string | undefined;
  /** A line is drawn above it. */
  readonly divided?: boolean;
  /** Event: the click, which may ask for a tab of its own. */
  readonly run: (event?: MouseEvent) => void;
}
