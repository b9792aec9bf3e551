import type { Component } from 'svelte';

/** A line of a menu. */
export interface MenuEntry {
  readonly label: string;
  readonly icon?: Component<{ size?: number }>;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly disabled?: boolean;
  /** A line is drawn above it. */
  readonly divided?: boolean;
  readonly run: () => void;
}
